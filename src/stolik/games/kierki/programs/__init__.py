"""The commands of Kierki: the two programs of the course's document, `stolik host`, `join`, `deal` and `demo`."""
