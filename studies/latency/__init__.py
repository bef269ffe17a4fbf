"""Talks translated while they are spoken: quality against latency, and the latency askew, SimulEval and OmniSTEval find
in the same logs.
"""
