-- SPDX-License-Identifier: Apache-2.0
-- The tables of a store; docs/stores.md tells what each column means. What follows from the line of an answer is
-- computed from it, so that it cannot differ.
CREATE TABLE runs (
  id INTEGER PRIMARY KEY,
  turn INTEGER NOT NULL,
  list TEXT NOT NULL,
  shard INTEGER NOT NULL,
  shards INTEGER NOT NULL,
  items INTEGER NOT NULL,
  own INTEGER NOT NULL,
  maker TEXT NOT NULL,
  asked TEXT NOT NULL,
  started TEXT NOT NULL,
  status INTEGER,
  UNIQUE (list, shard, shards, maker, asked)
) STRICT;

CREATE TABLE answers (
  id INTEGER PRIMARY KEY,
  key TEXT UNIQUE,
  seal TEXT NOT NULL,
  line TEXT NOT NULL,
  sha256 TEXT AS (line ->> 'sha256'),
  automaton TEXT AS (line ->> 'automaton'),
  verdict TEXT AS (line ->> 'verdict'),
  cost TEXT AS (line ->> 'cost'),
  cost_real REAL AS (CAST(cost AS REAL) / iif(instr(cost, '/'), CAST(substr(cost, instr(cost, '/') + 1) AS REAL), 1)),
  at_least TEXT AS (line ->> 'at_least'),
  at_least_real REAL AS
    (CAST(at_least AS REAL) / iif(instr(at_least, '/'), CAST(substr(at_least, instr(at_least, '/') + 1) AS REAL), 1)),
  claim TEXT AS (line ->> '$.claim.d'),
  claim_real REAL AS
    (CAST(claim AS REAL) / iif(instr(claim, '/'), CAST(substr(claim, instr(claim, '/') + 1) AS REAL), 1)),
  claim_verdict TEXT AS (ifnull(line ->> '$.claim.verdict', 'none')),
  epsilon TEXT AS (line ->> 'epsilon'),
  sampling TEXT AS (line ->> 'sampling'),
  adjacency TEXT AS (line ->> 'adjacency'),
  reason TEXT AS (line ->> 'reason'),
  disagreement TEXT AS (line ->> 'disagreement'),
  read_seconds REAL AS (line ->> 'read_seconds'),
  seconds REAL AS (line ->> 'seconds'),
  provenance TEXT AS (line ->> 'provenance'),
  date TEXT AS (line ->> '$.provenance.date')
) STRICT;

CREATE TABLE files (
  run INTEGER NOT NULL REFERENCES runs,
  item INTEGER NOT NULL,
  file TEXT NOT NULL,
  swept TEXT,
  answer INTEGER REFERENCES answers,
  sha256 TEXT,
  PRIMARY KEY (run, item)
) STRICT, WITHOUT ROWID;
CREATE INDEX files_by_answer ON files (answer);

-- The items of the last run; where shards have the same one, max() chooses the row that the other columns are of.
CREATE VIEW last_files AS
  SELECT files.*, runs.shard, runs.shards, runs.items, runs.list, runs.asked,
    max(runs.turn) AS turn
  FROM files JOIN runs ON runs.id = files.run
  WHERE (runs.list, runs.shards, runs.maker, runs.asked) =
    (SELECT list, shards, maker, asked FROM runs ORDER BY turn DESC LIMIT 1)
  GROUP BY files.item;

CREATE VIEW latest AS
  SELECT item, file, swept, answers.* FROM last_files JOIN answers ON answers.id = answer;

-- The lines of the report of the last run: an answer may be to another file of that content, or to another item. kept
-- is NULL where that cannot be.
CREATE VIEW last_lines AS
  SELECT item, answer, key, seal,
    CASE WHEN last_files.sha256 IS answers.sha256 AND NOT EXISTS
      (SELECT 1 FROM json_each(swept) AS own JOIN json_each(answers.line, '$.parameters') AS its USING (key)
       WHERE own.value <> its.value) THEN answers.line END AS kept,
    iif(answers.line IS NOT NULL AND NOT json_valid(answers.line), answers.line, json_set(
      ifnull(answers.line, '{"verdict":"unknown","stages":[],"diagnostics":[]}'),
      '$.file', CASE WHEN answers.line ->> 'function' IS NULL THEN file
                     WHEN substr(file, -length(answers.line ->> 'function') - 2) = '::' || (answers.line ->> 'function')
                     THEN substr(file, 1, length(file) - length(answers.line ->> 'function') - 2) END,
      '$.swept', json(ifnull(swept, '{}')),
      '$.part', json_object('shard', shard, 'shards', shards, 'item', item, 'items', items,
                            'asked', nullif(asked, '?'), 'list', nullif(list, '?')))) AS line
  FROM last_files LEFT JOIN answers ON answers.id = answer
  ORDER BY item;

CREATE VIEW parameters AS
  SELECT answers.id AS answer, part.key AS name, part.value FROM answers, json_each(line, '$.parameters') AS part;

CREATE VIEW stages AS
  SELECT answer, position, stage ->> 'stage' AS stage, stage ->> 'plugin' AS plugin, stage ->> 'kind' AS kind,
    CASE WHEN stage ->> 'failed' THEN 'failed' WHEN stage ->> 'skipped' THEN 'skipped' ELSE 'ran' END AS state,
    stage ->> 'verdict' AS verdict, ifnull(stage ->> 'claimed', 0) AS claimed, stage ->> 'guarantee' AS guarantee,
    iif(stage ->> 'infinite', 'infinite', cost) AS cost, iif(stage ->> 'infinite', 9e999,
      CAST(cost AS REAL) / iif(instr(cost, '/'), CAST(substr(cost, instr(cost, '/') + 1) AS REAL), 1)) AS cost_real,
    lower, CAST(lower AS REAL) / iif(instr(lower, '/'), CAST(substr(lower, instr(lower, '/') + 1) AS REAL), 1)
      AS lower_real,
    upper, CAST(upper AS REAL) / iif(instr(upper, '/'), CAST(substr(upper, instr(upper, '/') + 1) AS REAL), 1)
      AS upper_real,
    ifnull(stage ->> 'certified', 0) AS certified, stage ->> 'structure' AS structure, stage ->> 'reason' AS reason,
    stage ->> 'seconds' AS seconds
  FROM (SELECT answers.id AS answer, part.key + 1 AS position, part.value AS stage, part.value ->> 'cost' AS cost,
          part.value ->> 'lower' AS lower, part.value ->> 'upper' AS upper
        FROM answers, json_each(line, '$.stages') AS part);

CREATE VIEW diagnostics AS
  SELECT answers.id AS answer, part.key + 1 AS position, part.value ->> 'severity' AS severity,
    part.value ->> 'line' AS line, part.value ->> 'column' AS column, part.value ->> 'message' AS message
  FROM answers, json_each(line, '$.diagnostics') AS part;

PRAGMA application_id = 1131441268; -- `Cplt`, by which a store is told from other databases
PRAGMA user_version = 3;
