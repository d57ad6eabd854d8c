"""Solves a file in eight shards on a local HyperQueue cluster of two workers.

Somebody must kill a task in the meantime, as a crash does; the second run of the same job completes its rows.
Usage: hyperqueue_shards.py PROGRAM POSITIONS
"""

import sys
from pathlib import Path

from hyperqueue import Job
from hyperqueue.cluster import LocalCluster, WorkerConfig

SHARDS = 8


def shards(program: str, positions: str) -> Job:
    """The tasks of `hq submit --each-line shards`: HyperQueue passes each line in HQ_ENTRY."""
    words = [program, "solve", "--reproducible", "--resume", "--out", "hq.{shard}", positions]
    job = Job(default_workdir=Path.cwd(), max_fails=None)
    for index in range(1, SHARDS + 1):
        job.program(words, env={"HQ_ENTRY": f"{index}/{SHARDS}"}, stdout=None, stderr=None)
    return job


def main() -> None:
    program, positions = sys.argv[1:]
    with LocalCluster() as cluster:
        for _ in range(2):
            cluster.start_worker(WorkerConfig(cores=1))
        client = cluster.client()
        first = client.submit(shards(program, positions))
        if client.wait_for_jobs([first], raise_on_error=False):
            raise SystemExit("no task was killed: the positions are too easy")
        client.wait_for_jobs([client.submit(shards(program, positions))])


main()
