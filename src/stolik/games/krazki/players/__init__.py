"""The players of Krążki, and the critic of finished games."""
