// The page: what the records say, put into the plain table and the sections that are there.
const files = JSON.parse(document.getElementById("records").textContent);
files.forEach(file => { file.record.stages = file.stages; });
const table = document.getElementById("files");
const rows = [...table.tBodies[0].rows];
const MOST_OPEN = 3; // files whose sections are open at first

// Controls but tabs and line feeds, and what turns the direction of writing, as `?`.
function visible(text) {
  return text.replace(/[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, "?");
}

// An element of a class with children: elements, and texts, which nothing obeys.
function element(tag, className, ...children) {
  const made = document.createElement(tag);
  made.className = className ?? "";
  made.append(...children.map(child => typeof child === "string" ? visible(child) : child));
  return made;
}

// ---- Counts ---------------------------------------------------------------------------------

// `2 private, 1 unknown`, of the values that words has, in its order.
function counted(values, words) {
  return Object.entries(words).map(([name, said]) => [values.filter(value => value === name).length, name, said])
    .filter(([n]) => n > 0).flatMap(([n, name, said], i) => [i > 0 ? ", " : "", n + " ", element("span", name, said)]);
}

function showCounts() {
  const claims = counted(files.map(({record}) => record.claim?.verdict),
                         {fails: "failing", open: "open", holds: "holding"});
  const verdicts = counted(files.map(({record}) => record.verdict),
                           {"private": "private", "not-private": "not private", unknown: "unknown", error: "error"});
  const unit = files[0]?.record.swept ? "value" : "file";
  document.getElementById("counts").append(
    ...claims.length > 0 ? ["Claims: ", ...claims, ". "] : [],
    `${files.length} ${unit}${files.length === 1 ? "" : "s"}`, verdicts.length > 0 ? ": " : "", ...verdicts, ".");
}

// ---- The table ------------------------------------------------------------------------------

// What each column is sorted by, in the order of the columns: numbers and texts; "" = no value.
function columnKeys() {
  const swept = Object.keys(files[0]?.record.swept ?? {});
  const text = column => (record, row) => row.cells[column].textContent;
  const keys = [
    text(0), ...swept.map(name => record => toNumber(record.swept?.[name]) ?? record.swept?.[name] ?? ""),
    text(swept.length + 1), record => record.verdict === "private" ? toNumber(record.cost_decimal) ?? "" : "",
    record => toNumber(record.at_least_decimal) ?? "", record => toNumber(record.cost_decimal) ?? "",
    record => record.seconds];
  const methods = [...table.tHead.rows[0].cells].slice(keys.length).map(head => head.textContent);
  return [...keys, ...methods.map(name => record => {
    const stage = record.stages.find(made => made.stage === name);
    return stage?.decides ?? toNumber(stage?.cost) ?? "";
  })];
}

function compareKeys(a, b) {
  return typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
}

// What has no value stands last, whatever the direction.
function sortBy(heads, column, keyOf) {
  const descending = heads[column].getAttribute("aria-sort") === "ascending";
  heads.forEach(head => head.removeAttribute("aria-sort"));
  heads[column].setAttribute("aria-sort", descending ? "descending" : "ascending");
  const keys = new Map(rows.map((row, i) => [row, keyOf(files[i].record, row)]));
  table.tBodies[0].append(...[...rows].sort((a, b) => {
    const first = keys.get(a), second = keys.get(b);
    if ((first === "") !== (second === ""))
      return first === "" ? 1 : -1;
    return descending ? compareKeys(second, first) : compareKeys(first, second);
  }));
}

function makeSortable() {
  const heads = [...table.tHead.rows[0].cells], keys = columnKeys();
  heads.forEach((head, column) => {
    const button = element("button", "", ...head.childNodes);
    button.addEventListener("click", () => sortBy(heads, column, keys[column]));
    head.append(button);
  });
}

// ---- Sections -------------------------------------------------------------------------------

// `bound: accepted`, and why it is not.
function checkOf([kind, answer, why]) {
  const decided = ["accepted", "rejected"].includes(answer);
  return element("div", "", kind + ": ", element("span", decided ? answer : "unknown", answer), why ? ": " + why : "");
}

function stageRow(stage) {
  const decides = stage.decides && !stage.skipped && !stage.failed && !stage.claimed;
  const left = stage.evidence_left_out ? ["left out: size " + stage.evidence_left_out] : [];
  const cells = [["short", stage.stage], [stage.failed ? "error" : decides ? stage.decides : "short", stage.says],
                 ["number", stage.ratio ?? ""], ["number", stage.skipped ? "" : formatDuration(stage.seconds)],
                 ["evidence", ...(stage.checks ?? []).map(checkOf), ...left], ["why", stage.reason ?? ""]];
  return element("tr", "", ...cells.map(([name, ...children]) => element("td", name, ...children)));
}

function stageTable(record) {
  const heads = [["", "method"], ["", "says"], ["number", "ratio"], ["number", "time"], ["", "evidence, checked"], ["", ""]];
  return element("div", "wide", element("table", "",
    element("thead", "", element("tr", "", ...heads.map(([name, text]) => element("th", name, text)))),
    element("tbody", "", ...record.stages.map(stageRow))));
}

function claimOf(record) {
  const path = record.claim_path ? [", on the path ", element("code", "", record.claim_path)] : [];
  return element("p", "", element("span", record.claim.verdict, `claim ${record.claim.d} ` +
    (record.claim.verdict === "open" ? "is open" : record.claim.verdict)), ": " + record.claim_reason, ...path);
}

// After the first line of a message stand the source line and a caret, which the source shows.
function messageOf({severity, line, column, message}) {
  const place = line > 0 ? `line ${line}, column ${column}: ` : "";
  return element("p", severity, place + severity + ": " + message.split("\n")[0]);
}

function sourceOf({record, source, no_source: why, walk}) {
  const wrong = new Set(record.diagnostics.map(({line}) => line)), taken = new Set(walk);
  const lines = (source ?? "").replace(/\n$/, "").split("\n").map((line, i) => element("li",
    wrong.has(i + 1) ? "wrong" : taken.has(i + 1) ? "walk" : "", line.replace(/\r$/, "")));
  return [element("h3", "", "Source"), why ? element("p", "quiet", `The source is not shown: ${why}.`)
    : element("div", "source", element("ol", "", ...lines))];
}

function fillSection(file, i) {
  const {record, understood, solution, condition} = file;
  const section = document.getElementById("f" + (i + 1)), summary = section.firstElementChild;
  const headline = [...rows[i].querySelector(".headline").cloneNode(true).childNodes];
  const least = rows[i].cells[Object.keys(files[0].record.swept ?? {}).length + 2].textContent;
  summary.append(" ", ...headline, !record.claim && least ? ", least d " + least : "",
                 record.epsilon ? ", for " + record.epsilon : "");
  const parts = [];
  if (record.disagreement)
    parts.push(element("p", "error", (record.rejected ? "THE CHECKER REJECTS AN ANSWER: " : "THE STAGES DISAGREE: ") +
      record.disagreement));
  if (understood.length > 0)
    parts.push(element("ul", "", ...understood.map(line => element("li", "", line))));
  if (record.stages.length > 0)
    parts.push(stageTable(record));
  if (solution)
    parts.push(element("p", "", solution), element("p", "quiet", condition ?? ""));
  if (record.claim)
    parts.push(claimOf(record));
  parts.push(...record.diagnostics.map(messageOf));
  if (record.reason && section.querySelector("h3") === null) // no explanation tells it
    parts.push(element("p", "", record.reason));
  summary.after(...parts);
  if ("source" in file)
    section.append(...sourceOf(file));
  section.open = files.length <= MOST_OPEN;
}

// ---- Plots ----------------------------------------------------------------------------------

const drawn = []; // {chart, plot}

function colours() {
  const style = getComputedStyle(document.documentElement), colour = name => style.getPropertyValue("--" + name).trim();
  return {text: colour("text"), line: colour("line"), quiet: colour("quiet"),
          series: ["m0", "m1", "m2", "m3", "m4", "m5"].map(colour)};
}

function showPlot(parent, plot) {
  const canvas = element("canvas"), box = element("div", "plot", canvas);
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", describe(plot));
  if (plot.y.rows)
    box.style.height = 7 + 3 * plot.y.rows.length + "rem";
  const link = element("a", "quiet", "SVG"); // for papers
  link.href = "data:image/svg+xml," + encodeURIComponent(svgOf(plot, colours()));
  link.download = plot.title.replace(/[^A-Za-z0-9]+/g, "-") + ".svg";
  parent.append(element("figure", "", element("figcaption", "", plot.title + " ", link), box));
  drawn.push({chart: new Chart(canvas, chart(plot, colours())), plot});
}

function showPlots(parent, plots) {
  for (const plot of plots) {
    if (plot.series.length > 0)
      showPlot(parent, plot);
    if (plot.note)
      parent.append(element("p", "quiet", plot.note));
  }
}

function redraw() {
  for (const {chart: made, plot} of drawn) {
    made.options = chart(plot, colours()).options;
    made.data = chart(plot, colours()).data;
    made.resize();
    made.update();
  }
}

// ---- Narrow screens -------------------------------------------------------------------------

// There each cell stands on a line of its own, after what its column is called.
function labelCells() {
  for (const one of document.querySelectorAll(".wide > table")) {
    const heads = [...one.tHead.rows[0].cells].map(head => head.textContent);
    for (const row of one.tBodies[0].rows)
      [...row.cells].forEach((cell, i) => { cell.dataset.label = heads[i] ?? ""; });
  }
}

// ---- All of it ------------------------------------------------------------------------------

// A link to a file opens its section.
function openTarget() {
  const target = location.hash && document.getElementById(location.hash.slice(1));
  if (target instanceof HTMLDetailsElement)
    target.open = true;
}

// On paper all is open, and light.
function onPaper(printing) {
  document.documentElement.classList.toggle("paper", printing);
  if (printing)
    document.querySelectorAll("details").forEach(section => { section.open = true; });
  redraw();
}

showCounts();
makeSortable();
files.forEach(fillSection);
labelCells();
if (typeof Chart !== "undefined") { // where it is built in, and there is something to draw
  Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  showPlots(document.getElementById("sweeps"), sweepPlots(files));
  // a comparison has a column for each method
  if (table.tHead.rows[0].cells.length > 6 + Object.keys(files[0]?.record.swept ?? {}).length)
    showPlots(document.getElementById("methods"), comparisonPlots(files));
}
openTarget();
addEventListener("hashchange", openTarget);
addEventListener("beforeprint", () => onPaper(true));
addEventListener("afterprint", () => onPaper(false));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
