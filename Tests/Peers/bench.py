#!/usr/bin/env python3
"""Benchmark of file watchers and synchronisers. See README.md.

  bench.py list                              the subjects and whether they can run here
  bench.py gen [CORPUS ...]                  generate corpora
  bench.py run SCENARIO CORPUS [options]     measure; writes $BENCH_WORK/results/STAMP-SCENARIO-CORPUS-FS.json
  bench.py report                            write $BENCH_WORK/BASELINE.md from the results and notes.md
  bench.py clean                             remove everything under $BENCH_WORK
"""
import argparse
import datetime
import json
import os
import platform
import shutil
import sys

import subjects
from benchlib import conflict, corpus, procs, report, scenarios

HERE = os.path.dirname(os.path.abspath(__file__))
RESULTS = os.path.join(corpus.WORK, "results")


def machine():
    with open("/proc/cpuinfo") as f:
        cpu = next((line.split(":")[1].strip() for line in f if line.startswith("model name")), "?")
    with open("/proc/meminfo") as f:
        memory = int(f.readline().split()[1]) // 1024
    limits = {n: int(open(f"/proc/sys/fs/inotify/{n}").read())
              for n in ("max_user_watches", "max_queued_events", "max_user_instances")}
    return {"cpu": cpu, "cores": os.cpu_count(), "memory_mib": memory, "kernel": platform.release(),
            "python": platform.python_version(), "inotify": limits, "filesystem": corpus.filesystem()}


def chosen(scenario, pattern):
    parts = pattern.split(",") if pattern else []
    usable = [s for s in subjects.ALL if not s.unavailable() and (s.only is None or scenario in s.only)]
    return [s for s in usable if not parts or any(p in s.name for p in parts)]


def rows_of(args, picked):
    name, reps = args.corpus, args.reps
    return {
        "churn": lambda: scenarios.churn(name, reps),
        "floor": lambda: scenarios.floor_rows(name, reps),
        "lifecycle": lambda: scenarios.lifecycle(picked, name, reps, args.idle),
        "notice": lambda: scenarios.notice(picked, name, reps),
        "sync": lambda: scenarios.sync(picked, name, reps),
        "burst": lambda: scenarios.burst(picked, name, reps, args.burst),
        "query": lambda: scenarios.query(picked, name),
        "initial": lambda: scenarios.initial(picked, name, reps),
        "conflict": lambda: conflict.conflicts(picked),
        "vanish": lambda: conflict.vanish(picked),
        "emptied": lambda: conflict.emptied(picked),
    }[args.scenario]()


def run(args):
    procs.raise_file_limit()
    picked = chosen(args.scenario, args.subjects)
    _, info = corpus.pristine(args.corpus)
    stamp = datetime.datetime.now(datetime.timezone.utc).strftime("%Y%m%dT%H%M%SZ")
    path = os.path.join(RESULTS, f"{stamp}-{args.scenario}-{args.corpus}-{corpus.filesystem()}.json")
    os.makedirs(RESULTS, exist_ok=True)
    document = {"stamp": stamp, "scenario": args.scenario, "corpus": args.corpus, "corpus_stats": info,
                "machine": machine(), "versions": {s.name: s.version() for s in picked},
                "ready_means": {s.name: s.ready_means for s in picked}, "rows": []}
    before = procs.environment()
    for row in rows_of(args, picked):
        after = procs.environment()
        row.update(corpus=args.corpus, load1_before=round(before["load1"], 2), load1_after=round(after["load1"], 2),
                   steal_s=round(after["steal_s"] - before["steal_s"], 2))
        document["rows"].append(row)
        print({k: round(v, 3) if isinstance(v, float) else v for k, v in row.items() if k not in ("latencies_ms", "corpus", "trees")},
              flush=True)
        with open(path + ".part", "w") as f:
            json.dump(document, f, indent=1)
        os.replace(path + ".part", path)
        before = procs.environment()
    print(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    sub = parser.add_subparsers(dest="verb", required=True)
    sub.add_parser("list")
    sub.add_parser("report")
    sub.add_parser("clean")
    gen = sub.add_parser("gen")
    gen.add_argument("corpora", nargs="*", default=list(corpus.SPECS))
    r = sub.add_parser("run")
    r.add_argument("scenario", choices=["churn", "floor", "lifecycle", "notice", "sync", "burst", "query", "initial", "conflict", "vanish", "emptied"])
    r.add_argument("corpus", choices=list(corpus.SPECS))
    r.add_argument("--reps", type=int, default=3, help="repetitions, or rounds that share the edits")
    r.add_argument("--idle", type=float, default=0, help="seconds of idle to measure in a lifecycle")
    r.add_argument("--burst", type=int, default=10_000, help="files edited at once")
    r.add_argument("--subjects", help="comma-separated parts of names; default all")
    args = parser.parse_args()
    if args.verb == "list":
        for s in subjects.ALL:
            print(f"{s.name:38} {s.unavailable() or s.version()}")
    elif args.verb == "gen":
        for name in args.corpora:
            print(name, *corpus.pristine(name))
    elif args.verb == "clean":
        for entry in os.scandir(corpus.WORK):
            shutil.rmtree(entry) if entry.is_dir(follow_symlinks=False) else os.unlink(entry)
    elif args.verb == "report":
        print(report.write(RESULTS, HERE, os.path.join(corpus.WORK, "BASELINE.md")))
    else:
        run(args)


if __name__ == "__main__":
    sys.exit(main())
