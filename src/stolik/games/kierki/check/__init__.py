"""The scenarios of Kierki's protocol: what `stolik check kierki-serwer` and `stolik check kierki-klient` play."""
