"""Pictures of pages made from real outputs."""
