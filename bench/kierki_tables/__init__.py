"""Many tables of Kierki in one service: how long a card takes, and how the cost grows."""
