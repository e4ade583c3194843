"""Random games of pgx: thousands at once, compiled by JAX for the processor."""

from __future__ import annotations

from time import process_time
from typing import Any


def pgx_installed() -> bool:
    """Whether pgx and JAX can be imported."""
    try:
        import jax  # noqa: F401
        import pgx  # noqa: F401
    except ImportError:
        return False
    return True


def pgx_rate(name: str, games: int, seed: int) -> float:
    """Games a second of CPU, of all its threads; compiling does not count."""
    import jax
    import jax.numpy as jnp
    import pgx

    env = pgx.make(name)
    start, step = jax.vmap(env.init), jax.vmap(env.step)

    def going_on(running: Any) -> Any:  # noqa: ANN401 - JAX's values
        state, _ = running
        return ~state.terminated.all()

    def one_move(running: Any) -> Any:  # noqa: ANN401 - JAX's values
        state, key = running
        key, now = jax.random.split(key)
        moves = jax.random.categorical(now, jnp.log(state.legal_action_mask.astype(jnp.float32)))
        return step(state, moves), key

    @jax.jit  # type: ignore[untyped-decorator]
    def play(key: Any) -> Any:  # noqa: ANN401 - JAX's values
        starts, moves = jax.random.split(key)
        state, _ = jax.lax.while_loop(going_on, one_move, (start(jax.random.split(starts, games)), moves))
        return state.rewards

    play(jax.random.PRNGKey(seed)).block_until_ready()
    began = process_time()
    play(jax.random.PRNGKey(seed + 1)).block_until_ready()
    return games / (process_time() - began)
