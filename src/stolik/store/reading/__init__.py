"""How a store is read: by the service while it runs, and by studies of finished games."""
