-- SPDX-License-Identifier: Apache-2.0
-- Finds the answers that are about one item, and keeps the first of those that are alike. A list of files may name
-- mechanisms of one, or the file for all of them.
UPDATE answers SET file = path WHERE file NOT IN (SELECT file FROM wanted);
UPDATE answers SET left_out = 1
  WHERE EXISTS (SELECT 1 FROM wanted) AND file NOT IN (SELECT file FROM wanted);

-- An answer of which something is not known is of the first run that it may be of: files that could not be read do not
-- tell what made their answers.
INSERT INTO runs (shards, items, list, asked, maker)
  SELECT DISTINCT shards, items, list, asked, maker FROM answers WHERE shards > 0
  ORDER BY (list IS NULL) + (asked IS NULL) + (maker IS NULL);
CREATE INDEX runs_of ON runs (shards, items);
UPDATE answers SET run =
    (SELECT min(id) FROM runs
     WHERE runs.shards = answers.shards AND runs.items = answers.items
       AND (answers.list IS NULL OR runs.list = answers.list)
       AND (answers.asked IS NULL OR runs.asked = answers.asked)
       AND (answers.maker IS NULL OR runs.maker = answers.maker))
  WHERE shards > 0;
CREATE INDEX answers_run ON answers (run, shard);

-- Answers of one run are known by their numbers, where each has one name: a file that was named twice is two items.
UPDATE answers SET same = CASE
  WHEN (SELECT count(DISTINCT run) = 1 AND count(run) = count(*) FROM answers)
    AND NOT EXISTS (SELECT 1 FROM answers GROUP BY item HAVING count(DISTINCT name) > 1)
  THEN item ELSE name END;
CREATE INDEX answers_same ON answers (same, digest);

INSERT INTO findings (kind, text)
  SELECT 1, b.shown || ': the same answer in ' || a.place || ' and ' || b.place
  FROM answers AS b JOIN answers AS a ON a.id =
    (SELECT min(id) FROM answers AS c WHERE c.same = b.same AND c.digest = b.digest AND NOT c.left_out)
  WHERE NOT b.left_out AND a.id < b.id ORDER BY b.id;
UPDATE answers AS b SET left_out = 1
  WHERE id > (SELECT min(id) FROM answers AS c WHERE c.same = b.same AND c.digest = b.digest AND NOT c.left_out);
