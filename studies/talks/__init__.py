"""Seven speech translators and two recognisers on ACL 60/60, from published outputs."""
