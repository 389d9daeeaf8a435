"""A queue with several servers (M/M/c), the simplest model of a machine with c cores: how long taps
take under load.
"""

from __future__ import annotations

from math import exp, inf


def waits(load: float, servers: int) -> float:
    """The chance that who comes finds all servers busy (Erlang's C formula); `load` is arrivals
    times service time.

    >>> round(waits(1.0, 2), 4), waits(2.0, 2)
    (0.3333, 1.0)
    """
    if load >= servers:
        return 1.0
    blocked = 1.0  # Erlang's B, built up server by server
    for n in range(1, servers + 1):
        blocked = load * blocked / (n + load * blocked)
    return blocked / (1 - load / servers * (1 - blocked))


def mean_s(rate: float, service_s: float, servers: int) -> float:
    """Mean time from coming to being done, in seconds; inf where more comes than can be done.

    >>> mean_s(50, 0.01, 1), mean_s(100, 0.01, 1)
    (0.02, inf)
    """
    free = servers / service_s - rate
    return service_s + waits(rate * service_s, servers) / free if free > 0 else inf


def percentile_s(rate: float, service_s: float, servers: int, percent: float) -> float:
    """The time that so many of a hundred don't exceed, in seconds.

    >>> round(percentile_s(0.001, 0.01, 1, 95), 4)
    0.03
    """
    low, high = 0.0, 1000 * service_s
    if mean_s(rate, service_s, servers) == inf:
        return inf
    while high - low > 1e-6:
        middle = (low + high) / 2
        low, high = (
            (middle, high)
            if _longer(middle, rate, service_s, servers) > 1 - percent / 100
            else (low, middle)
        )
    return high


def _longer(time_s: float, rate: float, service_s: float, servers: int) -> float:
    """The chance that it takes longer than that: service, and a wait where all servers are busy."""
    busy, served, freed = (
        waits(rate * service_s, servers),
        1 / service_s,
        servers / service_s - rate,
    )
    if abs(freed - served) < 1e-9 * served:
        waited = (1 + served * time_s) * exp(-served * time_s)
    else:
        waited = (freed * exp(-served * time_s) - served * exp(-freed * time_s)) / (freed - served)
    return (1 - busy) * exp(-served * time_s) + busy * waited


def service_s(rate: float, median_s: float, servers: int) -> float:
    """The service time with which half of all are done within `median_s`: what a measured median
    says.

    >>> round(service_s(0.001, 0.00693, 1), 3)
    0.01
    """
    low, high = 0.0, servers / rate
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (
            (middle, high) if percentile_s(rate, middle, servers, 50) < median_s else (low, middle)
        )
    return low
