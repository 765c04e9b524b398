"""Evening: what only Evening knows."""
