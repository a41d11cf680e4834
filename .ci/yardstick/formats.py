"""Writes the rows of a results directory with pyarrow and DuckDB, and prints what that takes."""

import os
import sys
import time

import duckdb
import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as pq

ROW_GROUP = 131_072
ROUNDS = 9


def best(name, path, write):
    seconds = float("inf")
    for _ in range(ROUNDS):
        began = time.process_time()
        write()
        seconds = min(seconds, time.process_time() - began)
    print(f"{name:34s} {seconds:6.3f} s {os.path.getsize(path):11d} bytes")


def main(results, work):
    pa.set_cpu_count(1)
    pa.set_io_thread_count(1)
    rows = pq.read_table(os.path.join(results, "parquet"))
    path = os.path.join(work, "pyarrow")
    best("pyarrow write_table", path, lambda: pq.write_table(
        rows, path, compression="zstd", compression_level=1, row_group_size=ROW_GROUP))
    best("pyarrow write_feather lz4", path, lambda: feather.write_feather(rows, path, compression="lz4"))

    db = duckdb.connect()
    db.execute("SET threads = 1")
    db.execute("CREATE TABLE rows AS SELECT * FROM rows")
    copy = f"COPY rows TO '{path}' (FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL 1, ROW_GROUP_SIZE {ROW_GROUP}"
    best("DuckDB COPY TO", path, lambda: db.execute(copy + ")"))
    best("DuckDB COPY TO, PARQUET_VERSION V2", path, lambda: db.execute(copy + ", PARQUET_VERSION V2)"))


main(*sys.argv[1:])
