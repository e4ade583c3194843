"""The page as files: index.html, its modules, what games bring to it, and the headers that protect a browser.

It knows files and addresses. What is shown on the page is decided in the browser; what is told of games is passed in.
"""
