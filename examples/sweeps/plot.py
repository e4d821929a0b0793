# SPDX-License-Identifier: Apache-2.0
# usage: couplet verify --report csv -D s=1..8 -D c=1,2,3 FILE > sweep.csv; python3 plot.py sweep.csv sweep.png
import sys

import matplotlib
import pandas

matplotlib.use("Agg")
table = pandas.read_csv(sys.argv[1])
exact = table[table.guarantee == "exact"]
lines = exact.pivot_table(index="s_decimal", columns="c", values="cost_decimal")
lines.plot(marker="o", ylabel="least d").get_figure().savefig(sys.argv[2])
