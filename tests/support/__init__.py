"""What several tests share: scripted peers, and the programs under test as real processes."""
