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

function dataset(series, place, colours) {
  const shapes = ["circle", "triangle", "rect", "rectRot", "star", "cross"];
  const {name, points, joined} = series, {colour, shape} = lookOf(series, place, colours);
  return {label: name, data: points, showLine: Boolean(joined), borderColor: colour,
          backgroundColor: colour + "80", pointStyle: shapes[shape], pointRadius: 4, borderWidth: 1.5};
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

// ---- SVG, for papers ------------------------------------------------------------------------

const PAPER = {width: 480, left: 70, right: 16, top: 12, bottom: 48, row: 26, height: 260};
const MARKS = [ // in the order of the shapes on the page
  (x, y) => `M${x - 3.5} ${y}a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z`,
  (x, y) => `M${x} ${y - 4}l4 7h-8z`,
  (x, y) => `M${x - 3.5} ${y - 3.5}h7v7h-7z`,
  (x, y) => `M${x} ${y - 4.5}l4.5 4.5l-4.5 4.5l-4.5 -4.5z`,
  (x, y) => `M${x - 4} ${y}h8M${x} ${y - 4}v8M${x - 3} ${y - 3}l6 6M${x - 3} ${y + 3}l6 -6`,
  (x, y) => `M${x - 4} ${y}h8M${x} ${y - 4}v8`
];

// How a series looks: the same on the page and on paper.
function lookOf(series, place, colours) {
  const i = series.look ?? place, turn = Math.floor(i / colours.series.length);
  return {colour: colours.series[i % colours.series.length], shape: (i + turn) % MARKS.length};
}

// Where values of an axis lie between two ends, and its ticks.
function paperScale({logarithmic, rows, fromZero}, values, from, to) {
  if (rows)
    return {at: value => from + (value + 0.5) / rows.length * (to - from), ticks: rows.map((_, i) => i)};
  let low = fromZero ? Math.min(0, ...values) : Math.min(...values), high = Math.max(...values);
  if (logarithmic) {
    const first = Math.floor(Math.log10(low)), last = Math.max(Math.ceil(Math.log10(high)), first + 1);
    return {at: value => from + (Math.log10(value) - first) / (last - first) * (to - from),
            ticks: Array.from({length: last - first + 1}, (_, i) => 10 ** (first + i))};
  }
  const least = (high > low ? high - low : 1) / 5, unit = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map(factor => factor * unit).find(size => size >= least);
  low = Math.floor(low / step) * step;
  high = Math.max(Math.ceil(high / step) * step, low + step);
  return {at: value => from + (value - low) / (high - low) * (to - from),
          ticks: Array.from({length: Math.round((high - low) / step) + 1}, (_, i) => low + i * step)};
}

function tickText({duration, rows}, value) {
  return rows ? rows[value][0] : duration ? formatDuration(value) : String(Number(value.toPrecision(6)));
}

function paperText(text, x, y, more) {
  const safe = text.replace(/[&<>]/g, sign => ({"&": "&amp;", "<": "&lt;", ">": "&gt;"})[sign]);
  return `<text x="${x}" y="${y}" ${more}>${safe}</text>`;
}

// Grid, ticks and names of both axes.
function paperAxes(plot, x, y, right, bottom, colours) {
  const {left, top} = PAPER, middle = (top + bottom) / 2;
  return [
    ...x.ticks.map(tick => `<path d="M${x.at(tick)} ${top}V${bottom}" stroke="${colours.line}"/>`
      + paperText(tickText(plot.x, tick), x.at(tick), bottom + 16, 'text-anchor="middle"')),
    ...y.ticks.map(tick => (plot.y.rows ? "" : `<path d="M${left} ${y.at(tick)}H${right}" stroke="${colours.line}"/>`)
      + paperText(tickText(plot.y, tick), left - 6, y.at(tick) + 4, 'text-anchor="end"')),
    `<path d="M${left} ${top}V${bottom}H${right}" fill="none" stroke="${colours.text}"/>`,
    paperText(plot.x.name, (left + right) / 2, bottom + 36, 'text-anchor="middle"'),
    plot.y.rows ? "" : paperText(plot.y.name, 14, middle, `text-anchor="middle" transform="rotate(-90 14 ${middle})"`)
  ];
}

function paperSeries(series, place, x, y, colours) {
  const {colour, shape} = lookOf(series, place, colours), points = series.points.filter(point => point.y !== null);
  const line = series.joined ? `<path fill="none" d="M${points.map(point => `${x.at(point.x)} ${y.at(point.y)}`).join("L")}"/>` : "";
  return `<g stroke="${colour}" fill="${colour}" fill-opacity="0.5">${line}<path d="`
    + points.map(point => MARKS[shape](x.at(point.x), y.at(point.y))).join("") + '"/></g>';
}

// The plot as a picture of its own, as text.
function svgOf(plot, colours) {
  const points = plot.series.flatMap(series => series.points.filter(point => point.y !== null));
  const {width, left, top, row} = PAPER, right = width - PAPER.right;
  const bottom = top + (plot.y.rows ? row * plot.y.rows.length : PAPER.height - top - PAPER.bottom);
  const x = paperScale(plot.x, points.map(point => point.x), left, right);
  const ends = plot.reference?.points ?? [];
  const y = plot.y.rows ? paperScale(plot.y, [], top, bottom)
    : paperScale(plot.y, [...points, ...ends].map(point => point.y), bottom, top);
  const named = plot.y.rows ? [] : plot.series, height = bottom + PAPER.bottom + 16 * named.length;
  const legend = named.map((series, i) => {
    const {colour, shape} = lookOf(series, i, colours), at = bottom + PAPER.bottom + 16 * i;
    return `<path d="${MARKS[shape](left + 6, at)}" stroke="${colour}" fill="${colour}" fill-opacity="0.5"/>`
      + paperText(series.name, left + 16, at + 4, "");
  });
  return `\u003csvg xmlns="${["http", "//www.w3.org/2000/svg"].join(":")}" width="${width}" height="${height}" `
    + `viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`
    + [`<title>${plot.title.replace(/[&<>]/g, " ")}</title>`, ...paperAxes(plot, x, y, right, bottom, colours),
       ends.length > 0 ? `<path fill="none" stroke="${colours.quiet}" stroke-dasharray="5 5" d="M`
         + ends.map(point => `${x.at(point.x)} ${y.at(point.y)}`).join("L") + '"/>' : "",
       ...plot.series.map((series, i) => paperSeries(series, i, x, y, colours)), ...legend].join("\n") + "\u003c/svg>";
}
