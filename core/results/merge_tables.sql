-- SPDX-License-Identifier: Apache-2.0
-- What is joined. Lines are apart, so that questions about all answers do not read them.
CREATE TABLE answers (
  id INTEGER PRIMARY KEY,
  source INTEGER,
  place TEXT, -- `a.jsonl:12`
  file TEXT,
  path TEXT, -- the same without the name of a mechanism in it
  name TEXT, -- the number of swept parameters, and what people call the item
  shown TEXT AS (substr(name, instr(name, ' ') + 1)),
  parameters TEXT, -- NULL = the file could not be read; likewise sha256 and maker
  sha256 TEXT,
  digest TEXT, -- of what it says, but for times, dates and evidence
  key TEXT,
  maker TEXT,
  list TEXT,
  asked TEXT,
  shard INTEGER,
  shards INTEGER, -- 0 = it is of no run that is divided
  item INTEGER,
  items INTEGER,
  run INTEGER,
  same, -- what answers about one item have in common
  left_out INTEGER NOT NULL DEFAULT 0,
  contradiction TEXT
);
CREATE TABLE lines (id INTEGER PRIMARY KEY, line TEXT);
CREATE TABLE unanswered (id INTEGER PRIMARY KEY, name TEXT, shown TEXT AS (substr(name, instr(name, ' ') + 1)));
CREATE TABLE wanted (position INTEGER PRIMARY KEY, file TEXT UNIQUE);
CREATE TABLE runs (
  id INTEGER PRIMARY KEY, shards INTEGER, items INTEGER, list TEXT, asked TEXT, maker TEXT);
CREATE TABLE kept (position INTEGER PRIMARY KEY, answer INTEGER);
CREATE TABLE findings (id INTEGER PRIMARY KEY, kind INTEGER, text TEXT); -- kind: a CoupletFindingKind

-- Answers about one item that are not alike; one_item: both are lines of one file about that item of a run, else 0.
CREATE VIEW pairs AS
  SELECT a.id AS first, b.id AS second, iif(a.source = b.source AND a.run = b.run AND a.item = b.item, b.item, 0) AS one_item
  FROM (SELECT same FROM answers GROUP BY same HAVING count(*) > 1) AS several
    JOIN answers AS b ON b.same = several.same
    JOIN answers AS a ON a.same = b.same AND a.id < b.id
  WHERE NOT a.left_out AND NOT b.left_out
    AND (one_item > 0 OR a.parameters IS NULL OR b.parameters IS NULL OR a.parameters = b.parameters)
  ORDER BY second, first;
