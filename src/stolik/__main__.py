"""`python -m stolik`: the same as the command `stolik`."""

from stolik.cli.main import main

if __name__ == "__main__":
    main()
