"use strict";
// Tables whose heads are buttons are sorted by the column that is pressed.
function keyOf(row, column) {
  const cell = row.cells[column];
  return cell ? cell.dataset.key ?? cell.textContent : "";
}

function compareKeys(a, b) {
  const bothNumbers = a !== "" && b !== "" && !isNaN(a) && !isNaN(b);
  return bothNumbers ? Number(a) - Number(b) : a.localeCompare(b);
}

function sortBy(table, heads, column) {
  const descending = heads[column].getAttribute("aria-sort") === "ascending";
  heads.forEach(head => head.removeAttribute("aria-sort"));
  heads[column].setAttribute("aria-sort", descending ? "descending" : "ascending");
  const rows = [...table.tBodies[0].rows];
  rows.sort((a, b) => {
    const first = keyOf(a, column), second = keyOf(b, column);
    if ((first === "") !== (second === "")) // what has no value stands last
      return first === "" ? 1 : -1;
    return descending ? compareKeys(second, first) : compareKeys(first, second);
  });
  table.tBodies[0].append(...rows);
}

for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) =>
    head.querySelector("button").addEventListener("click", () => sortBy(table, heads, column)));
}

// A link to a file opens its section; all are open on paper.
function openTarget() {
  const target = location.hash && document.getElementById(location.hash.slice(1));
  if (target instanceof HTMLDetailsElement)
    target.open = true;
}
addEventListener("hashchange", openTarget);
openTarget();
addEventListener("beforeprint", () =>
  document.querySelectorAll("details.file").forEach(section => { section.open = true; }));
