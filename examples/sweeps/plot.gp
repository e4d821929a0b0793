# SPDX-License-Identifier: Apache-2.0
# usage: couplet verify --report csv --deciders "" --optimizers frontier -D s=1..8 FILE > sweep.csv
#        gnuplot -e 'table="sweep.csv"' plot.gp > sweep.svg
set datafile separator comma
set terminal svg
set xlabel "s"
set ylabel "least d"
plot table using "s_decimal":"cost_decimal" with linespoints title "exact cost"
