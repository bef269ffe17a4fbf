"""Released models: what speed does to Opus-MT, Firefox's translator beside others, and which words of a prompt help."""
