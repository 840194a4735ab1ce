"""BASELINE.md out of results/*.json, with notes.md in front."""
import json
import os
import re
from statistics import median


def _load(results):
    """(scenario, corpus, filesystem) -> subject -> (file's head, rows), the latest file that has the subject."""
    tables = {}
    for name in sorted(os.listdir(results)):
        if not name.endswith(".json"):
            continue
        with open(os.path.join(results, name)) as f:
            doc = json.load(f)
        by = {}
        for row in doc["rows"]:
            by.setdefault((row["scenario"], row["subject"]), []).append(row)
        for (scenario, subject), rows in by.items():
            tables.setdefault((scenario, doc["corpus"], doc["machine"]["filesystem"]), {})[subject] = (doc, rows)
    return tables


def _num(value):
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "NO"
    if abs(value) < 0.0005:
        return "0"
    if abs(value) >= 100:
        return f"{value:.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}" if abs(value) >= 0.1 else f"{value:.3f}"


def _spread(rows, key, scale=1):
    values = [r[key] * scale for r in rows if r.get(key) is not None]
    if not values:
        return "–"
    mid = _num(median(values))
    return mid if len(values) == 1 or _num(min(values)) == _num(max(values)) else f"{mid} ({_num(min(values))}–{_num(max(values))})"


def _ratio(rows, over):
    values = [r["wall_s"] / r[over] for r in rows if r.get("wall_s") and r.get(over)]
    return f"×{_num(median(values))}" if values else "–"


def _load_avg(rows):
    values = [x for r in rows for x in (r["load1_before"], r["load1_after"])]
    return f"{min(values):.1f}–{max(values):.1f}"


def _table(head, lines):
    return ["| " + " | ".join(head) + " |", "|" + " --- |" * len(head), *("| " + " | ".join(line) + " |" for line in lines), ""]


def _error(rows):
    return next((r["error"] for r in rows if "error" in r), None)


def _ok(rows):
    return [r for r in rows if "error" not in r]


def _floor(subjects):
    return _table(["floor", "wall s", "CPU s", "load"], [
        [s, _spread(rows, "wall_s"), _spread(rows, "cpu_s"), _load_avg(rows)] for s, (_, rows) in subjects.items()])


def _start(subjects):
    lines = []
    for s, (_, rows) in subjects.items():
        if _error(rows):
            lines.append([s, "failed: " + _error(rows)] + [""] * 5)
            continue
        lines.append([s, str(rows[0]["roots"]), _spread(rows, "wall_s"), _ratio(rows, "floor_find_s"),
                      _spread(rows, "cpu_s"), _spread(rows, "peak_rss_kb", 1 / 1024), _load_avg(rows)])
    return _table(["subject", "roots", "wall s", "to find", "CPU s", "peak RSS MiB", "load"], lines)


def _idle(subjects):
    return _table(["subject", "roots", "CPU ms/min", "wake-ups/min", "threads", "RSS MiB", "load"], [
        [s, str(r["roots"]), _num(r["thread_cpu_s"] * 60_000 / r["seconds"]), _num(round(r["wakeups"] * 60 / r["seconds"])),
         str(r["threads"]), _num(r["rss_kb"] / 1024), _load_avg(rows)]
        for s, (_, rows) in subjects.items() for r in rows[:1]])


def _latency(subjects):
    lines = []
    for s, (_, rows) in subjects.items():
        good = _ok(rows)
        pooled = sorted(x for r in good for x in r["latencies_ms"])
        if not pooled:
            why = _error(rows) or f"none of {sum(r['missed'] for r in good)} was reported"
            lines.append([s, "0", why] + [""] * 7)
            continue
        lines.append([s, str(len(pooled)), _num(pooled[0]), _num(pooled[len(pooled) // 2]),
                      _num(pooled[min(len(pooled) - 1, int(0.99 * len(pooled)))]), _num(pooled[-1]),
                      f"{_num(min(r['p50_ms'] for r in good))}–{_num(max(r['p50_ms'] for r in good))}",
                      str(sum(r["missed"] for r in good)), _spread(good, "cpu_ms_per_edit"), _load_avg(rows)])
    return _table(["subject", "n", "min ms", "p50 ms", "p99 ms", "max ms", "p50 of rounds", "missed", "CPU ms each", "load"], lines)


def _burst(subjects):
    lines = []
    for s, (_, rows) in subjects.items():
        good = _ok(rows)
        if not good:
            lines.append([s, "failed: " + str(_error(rows))] + [""] * 7)
            continue
        if all(r["missed"] == r["files"] for r in good):
            lines.append([s, "nothing arrived" + (f" (exit {good[0]['rc']})" if "rc" in good[0] else "")] + [""] * 7)
            continue
        lines.append([s, "command" if "command" in good[0]["counted_from"] else "first edit", _spread(good, "wall_s"),
                      _spread(good, "editing_s"), _spread(good, "after_last_edit_s"), _spread(good, "missed"),
                      _spread(good, "cpu_s"), _spread(good, "peak_rss_kb", 1 / 1024), _load_avg(rows)])
    return _table(["subject", "from", "all in s", "editing took s", "after last edit s", "missed", "CPU s", "peak RSS MiB", "load"], lines)


def _initial(subjects):
    lines = []
    for s, (_, rows) in subjects.items():
        good = _ok(rows)
        if not good:
            lines.append([s, "failed: " + str(_error(rows))] + [""] * 5)
            continue
        lines.append([s, _spread(good, "wall_s"), _ratio(good, "floor_cp_s"), _spread(good, "cpu_s"),
                      _spread(good, "peak_rss_kb", 1 / 1024), _num(all(r["complete"] for r in good)), _load_avg(rows)])
    return _table(["subject", "wall s", "to cp -a", "CPU s", "peak RSS MiB", "complete", "load"], lines)


_STAMP = re.compile(r"sync-conflict-\d+-\d+-\w+|unison\.[^ ]*\.unison\.tmp|\d{4}-\d\d-\d\d")


def _outcome(row):
    if "error" in row:
        return row["error"]
    real = {k: v for side in "AB" for k, v in row[side].items() if not k.endswith(".unison.tmp")}
    left = any(k.endswith(".unison.tmp") for side in "AB" for k in row[side])
    a = {k: v for k, v in row["A"].items() if k in real and not k.endswith(".tmp")}
    b = {k: v for k, v in row["B"].items() if k in real and not k.endswith(".tmp")}

    def names(held):
        return ", ".join(f"{_STAMP.sub('…', k)}={v}" for k, v in sorted(held.items())) or "no file"
    text = names(a) if a == b else f"left apart (A: {names(a)}; B: {names(b)})"
    if row["lost"]:
        text += f" **{'+'.join(row['lost'])}'s edit lost**"
    return text + (" + a stray temporary file" if left else "")


def _conflict(subjects):
    out = []
    for s, (_, rows) in subjects.items():
        out += [f"**{s}**" + (f" (exit {rows[0]['exit']})" if rows[0].get("exit") is not None else ""), ""]
        out += _table(["case", "outcome"], [[r.get("case", "all"), _outcome(r)] for r in rows])
    return out


def _vanish(subjects):
    lines = []
    for s, (_, rows) in subjects.items():
        for r in rows:
            watcher = "reports_of_write_in_moved_root" in r
            if "alive" in r and "resumed" not in r:
                continue        # neither syncs nor watches: nothing to tell
            fate = "failed: " + r["error"] if "error" in r else f"exit {r['exit']}" if "exit" in r else (
                "runs on" if r["alive"] else "ended by itself")
            told = "; ".join(_short(p) for p in r.get("reports", ())) or "nothing"
            later = "; ".join(_short(p) for p in r.get("reports_of_write_in_moved_root", ())) or "nothing"
            lines.append([s, r["left_in_place"], fate, "–" if watcher else f"{r.get('b_before')} → {r.get('b_after')}",
                          told if watcher else "–", later if watcher else "–", _num(r["resumed"]) if "resumed" in r else "–"])
    return _table(["subject", "left in A's place", "fate", "files in B", "reports of the move", "reports of a write in the moved folder",
                   "goes on after A is back"], lines)


def _emptied(subjects):
    lines = []
    for s, (_, rows) in subjects.items():
        for r in rows:
            fate = "failed: " + r["error"] if "error" in r else f"exit {r['exit']}" if "exit" in r else (
                "runs on" if r["alive"] else "ended by itself")
            lines.append([s, fate, f"{r.get('b_before')} → {r.get('b_after')}", str(r.get("a_after"))])
    return _table(["subject", "fate", "files in B", "files in A after"], lines)


def _short(path):
    return re.sub(r".*/roots/tiny/", "", path)


SECTIONS = [
    ("floor", "Floors", _floor),
    ("churn", "ext4: creating files just after deleting as many", _floor),
    ("cold", "Cold start (no state)", _start),
    ("warm", "Warm restart, nothing changed", _start),
    ("idle", "Idle", _idle),
    ("notice", "Change to notice", _latency),
    ("sync", "Change to synced", _latency),
    ("burst", "Burst: 10,000 files rewritten at once", _burst),
    ("query", "Status queries", _latency),
    ("initial", "Initial sync from A to an empty B", _initial),
    ("conflict", "Conflicts", _conflict),
    ("vanish", "The root goes away while running", _vanish),
    ("emptied", "The root is an empty folder at the next start", _emptied),
]


def write(results, here, path):
    tables = _load(results)
    out = []
    notes = os.path.join(here, "notes.md")
    if os.path.exists(notes):
        with open(notes) as f:
            out += [f.read().rstrip(), ""]
    for scenario, title, render in SECTIONS:
        found = sorted((k for k in tables if k[0] == scenario), key=lambda k: (k[2] != "tmpfs", len(k[1]), k[1]))
        if not found:
            continue
        out += [f"## {title}", ""]
        for key in found:
            subjects = tables[key]
            stats = next(iter(subjects.values()))[0]["corpus_stats"]
            out += [f"### {key[1]} ({stats['files']} files, {stats['dirs']} folders, {stats['bytes'] / 1e6:.0f} MB), {key[2]}", ""]
            out += render(subjects)
    with open(path, "w") as f:
        f.write("\n".join(out).rstrip() + "\n")
    return path
