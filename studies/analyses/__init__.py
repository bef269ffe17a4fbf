"""Terms, speakers, segmentation and editing, from published data and outputs."""
