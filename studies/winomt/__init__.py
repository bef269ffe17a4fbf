"""Nine systems and two recognisers on WinoMT and WinoST, from published outputs."""
