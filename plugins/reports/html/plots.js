// What is drawn, out of the records: plain objects that chart() makes settings of Chart.js from.
// A plot: {title, x: {name, logarithmic, duration}, y: {name, rows}, series, reference, note}; a
// series: {name, look, points: [{x, y, said}], joined}, where look tells its colour and sign, and y = null breaks the line.
const MOST_SAID = 40; // points that a screen reader is told one by one
const WIDE = 100; // ratio of values above which x is logarithmic
const LEAST_SECONDS = 1e-7;

// `3`, `5/4` and `1.5` as a number; null for what is none.
function toNumber(text) {
  const parts = String(text ?? "").split("/");
  const value = parts.length === 2 ? Number(parts[0]) / Number(parts[1]) : Number(parts[0]);
  return parts[0].trim() === "" || !Number.isFinite(value) ? null : value;
}

function formatDuration(seconds) {
  if (seconds < 999.5e-6)
    return Math.round(seconds * 1e6) + " us";
  if (seconds < 999.5e-3)
    return Number((seconds * 1e3).toPrecision(3)) + " ms";
  if (seconds < 59.5)
    return Number(seconds.toPrecision(3)) + " s";
  const whole = Math.round(seconds);
  return Math.floor(whole / 60) + " min " + whole % 60 + " s";
}

function itemName(record) {
  const file = record.function ? record.file + "::" + record.function : record.file;
  const swept = Object.entries(record.swept ?? {}).map(([name, value]) => name + "=" + value);
  return swept.length > 0 ? file + " (" + swept.join(", ") + ")" : file;
}

// The stage whose cost is the exact one; undefined = none.
function exactStage(record) {
  return record.stages.find(stage => stage.exact);
}

// ---- A sweep --------------------------------------------------------------------------------

// Which of the swept parameters is drawn along x: what is looked for, else the first that is a
// number; undefined = none.
function findX(record) {
  return record.solve ? record.solve.parameter
    : Object.keys(record.swept ?? {}).find(name => toNumber(record.swept[name]) !== null);
}

function addPoint(plot, series, x, y, said) {
  if (!plot.lines.has(series))
    plot.lines.set(series, []);
  plot.lines.get(series).push({x: toNumber(x), y: toNumber(y), said: `${plot.parameter}=${x}: ${said}`});
}

// A point of record in each series that it belongs to.
function addRecord(plot, {record}) {
  const x = record.swept[plot.parameter];
  const others = Object.keys(record.swept).filter(name => name !== plot.parameter)
    .map(name => name + "=" + record.swept[name]).join(", ");
  if (record.solve) {
    for (const point of record.solve.points)
      addPoint(plot, others || "least d", point.value, point.cost_decimal, point.cost);
    plot.leftOut += record.solve.points.filter(point => toNumber(point.cost_decimal) === null).length;
  } else if (others) {
    const words = record.cost === record.at_least ? "least d " : "d at most ";
    addPoint(plot, others, x, record.cost_decimal, words + record.cost);
    plot.leftOut += toNumber(record.cost_decimal) === null;
  } else {
    record.stages.forEach(stage => addPoint(plot, stage.stage, x, stage.cost, stage.says));
    plot.leftOut += record.stages.every(stage => toNumber(stage.cost) === null);
    if (record.stages.length === 0)
      plot.broken.push(toNumber(x));
  }
}

function finishSweep(plot) {
  const series = [...plot.lines].map(([name, points]) => ({
    name, joined: true,
    points: [...points, ...plot.broken.map(x => ({x, y: null}))].sort((a, b) => a.x - b.x)
  })).filter(({points}) => points.some(point => point.y !== null));
  const values = series.flatMap(({points}) => points.map(point => point.x));
  const [left, right] = [Math.min(...values), Math.max(...values)];
  return {
    title: `${plot.file}: cost against ${plot.parameter}`,
    x: {name: plot.parameter, logarithmic: left > 0 && right / left > WIDE},
    y: {name: "cost (multiples of epsilon)", fromZero: true},
    series,
    reference: plot.bound === null ? null
      : {name: "at most " + plot.bound, points: [left, right].map(x => ({x, y: toNumber(plot.bound)}))},
    note: series.length === 0 ? `The cost of ${plot.file} against ${plot.parameter} is not drawn: no value has a finite cost.`
      : plot.leftOut > 0 ? `Not drawn, without a finite cost: ${plot.leftOut}.` : ""
  };
}

// Files come one after the other, each with all its values.
function sweepPlots(files) {
  const plots = [];
  for (const file of files) {
    const {record} = file, parameter = findX(record), name = itemName({...record, swept: {}});
    if (parameter === undefined)
      continue;
    if (plots.at(-1)?.file !== name || plots.at(-1).parameter !== parameter)
      plots.push({file: name, parameter, lines: new Map(), broken: [], leftOut: 0,
                  bound: record.solve ? record.solve.at_most : null});
    addRecord(plots.at(-1), file);
  }
  return plots.map(finishSweep);
}

// ---- A comparison ---------------------------------------------------------------------------

// The stages of that name in all files, each with its record.
function stagesOf(files, name) {
  return files.flatMap(({record}) => record.stages.filter(stage => stage.stage === name)
    .map(stage => ({stage, record})));
}

function costPlot(files, methods) {
  const series = methods.map((name, look) => ({
    name, look,
    points: stagesOf(files, name).map(({stage, record}) => ({
      x: toNumber(exactStage(record)?.cost), y: toNumber(stage.cost),
      said: `${itemName(record)}: ${stage.cost}, exact ${exactStage(record)?.cost}`
    })).filter(point => point.x !== null && point.y !== null)
  })).filter(({points}) => points.length > 0);
  const all = series.flatMap(({points}) => points);
  const end = Math.min(Math.max(...all.map(point => point.x)), Math.max(...all.map(point => point.y)));
  return {
    title: "Cost that each method proves, against the exact cost",
    x: {name: "exact cost (multiples of epsilon)", fromZero: true},
    y: {name: "cost (multiples of epsilon)", fromZero: true},
    series,
    reference: {name: "exact", points: [{x: 0, y: 0}, {x: end, y: end}]},
    note: ""
  };
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)];
}

// A row of points for each method that ran, which tells the median.
function timePlot(files, methods) {
  const series = methods.map((name, look) => ({
    name, look,
    points: stagesOf(files, name).filter(({stage}) => !stage.skipped && !stage.failed)
      .map(({stage, record}) => ({x: Math.max(stage.seconds, LEAST_SECONDS),
                                  said: `${itemName(record)}: ${formatDuration(stage.seconds)}`}))
  })).filter(({points}) => points.length > 0);
  const rows = series.map(({name, points}) => [name, "median " + formatDuration(median(points.map(point => point.x)))]);
  series.forEach(({points}, row) => points.forEach(point => { point.y = row; }));
  return {
    title: "Time of each method, one point for each file",
    x: {name: "time", logarithmic: true, duration: true}, y: {name: "method", rows}, series, reference: null, note: ""
  };
}

function comparisonPlots(files) {
  const methods = [...new Set(files.flatMap(({record}) => record.stages.map(stage => stage.stage)))];
  return [costPlot(files, methods), timePlot(files, methods)].filter(({series}) => series.length > 0);
}

// ---- Chart.js -------------------------------------------------------------------------------

// The points in words, for those who do not see them.
function describe(plot) {
  let left = MOST_SAID;
  const words = plot.series.map(({name, points}) => {
    const said = points.filter(point => point.y !== null).slice(0, left).map(point => point.said);
    left -= said.length;
    return said.length > 0 ? ` ${name}: ${said.join(", ")}.` : "";
  });
  return plot.title + "." + words.join("");
}

function axis({name, logarithmic, duration, rows, fromZero}, colours) {
  const settings = {
    type: logarithmic ? "logarithmic" : "linear", title: {display: true, text: name, color: colours.text},
    grid: {color: colours.line}, ticks: {color: colours.text}
  };
  if (duration) {
    settings.afterBuildTicks = scale => { // powers of ten alone
      scale.ticks = scale.ticks.filter(({value}) => Number.isInteger(Math.round(Math.log10(value) * 1e9) / 1e9));
    };
    settings.ticks.callback = formatDuration;
  }
  if (rows) {
    Object.assign(settings, {min: -0.5, max: rows.length - 0.5, reverse: true});
    settings.afterBuildTicks = scale => { scale.ticks = rows.map((_, value) => ({value})); };
    settings.ticks.callback = value => rows[value];
  }
  return {...settings, beginAtZero: Boolean(fromZero)};
}

function dataset({name, points, joined, look}, place, colours) {
  const i = look ?? place; // a method looks the same in all plots
  const shapes = ["circle", "triangle", "rect", "rectRot", "star", "cross"];
  const colour = colours.series[i % colours.series.length], turn = Math.floor(i / colours.series.length);
  return {label: name, data: points, showLine: Boolean(joined), borderColor: colour,
          backgroundColor: colour + "80", pointStyle: shapes[(i + turn) % shapes.length], pointRadius: 4, borderWidth: 1.5};
}

// The settings of Chart.js for a plot. colours: {text, line, quiet, series}, `#rrggbb` each.
function chart(plot, colours) {
  const datasets = plot.series.map((series, i) => dataset(series, i, colours));
  if (plot.reference)
    datasets.push({label: plot.reference.name, data: plot.reference.points, showLine: true, pointRadius: 0,
                   pointStyle: "line", pointHitRadius: 0, borderColor: colours.quiet, borderDash: [5, 5], borderWidth: 1.5});
  return {
    type: "scatter", data: {datasets},
    options: {
      animation: false, maintainAspectRatio: false,
      scales: {x: axis(plot.x, colours), y: axis(plot.y, colours)},
      plugins: {
        legend: {display: !plot.y.rows, position: "bottom", labels: {usePointStyle: true, color: colours.text}},
        tooltip: {callbacks: {label: item => `${item.dataset.label}, ${item.raw.said}`}}
      }
    }
  };
}
