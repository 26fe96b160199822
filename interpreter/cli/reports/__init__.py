"""Results as text, tables of figures, pictures and transcripts."""
