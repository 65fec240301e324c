"""The tutorial's renewal on CPython's sqlite3: renew.py :memory:|memdb|file N prints the seconds that one takes."""

import os
import sqlite3
import sys
import tempfile
import time


def renew(db, id, token, now, new_expiry):
    if type(id) is not int or not 1 <= id <= 1000 or not 1 <= len(token) <= 32:
        raise ValueError("claim fields")
    if (type(now) is not int or type(new_expiry) is not int or not 0 <= now <= 1_000_000
            or not 0 <= new_expiry <= 1_000_000 or not now < new_expiry <= now + 10):
        raise ValueError("clock/extension bounds")
    db.execute("BEGIN IMMEDIATE")
    try:
        changed = db.execute(
            "UPDATE job SET expiry = :new_expiry WHERE id = :id AND token = :token AND expiry > :now AND expiry < :new_expiry",
            {"id": id, "token": token, "now": now, "new_expiry": new_expiry}).rowcount
        db.execute("COMMIT")
        return changed == 1
    except BaseException:
        db.execute("ROLLBACK")
        raise


with tempfile.TemporaryDirectory() as folder:
    names = {":memory:": ":memory:", "memdb": "file:/job?vfs=memdb", "file": os.path.join(folder, "job.db")}
    db = sqlite3.connect(names[sys.argv[1]], isolation_level=None, uri=sys.argv[1] == "memdb")
    journal = "DELETE" if sys.argv[1] == "file" else "MEMORY"
    for setting in "page_size = 4096", "cache_size = -2000", "synchronous = OFF", "journal_mode = " + journal:
        db.execute("PRAGMA " + setting)  # as wasm/extra_bench.go
    db.execute("CREATE TABLE job(id INTEGER PRIMARY KEY, token TEXT NOT NULL, expiry INTEGER NOT NULL)")
    db.execute("INSERT INTO job VALUES (41, 'claim-a', 10)")
    n = int(sys.argv[2])
    begun = time.perf_counter()
    for i in range(n):
        if not renew(db, 41, "claim-a", 5 + i, 15 + i):
            sys.exit("a renewal failed")
    print((time.perf_counter() - begun) / n)
    db.close()
