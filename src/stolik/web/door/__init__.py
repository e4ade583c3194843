"""The WebSocket door: people and their tabs, the hall where they meet, and what happens at tables in the API's words.

A tab never makes others wait, and hears only what its seat may know. Requests over HTTP are answered in `api`.
"""
