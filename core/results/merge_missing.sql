-- SPDX-License-Identifier: Apache-2.0
-- Finds what differs and what is missing, and puts what is kept into order.
INSERT INTO findings (kind, text)
  SELECT 3, count(*) || ' answers are of files that the list does not name, and left out' FROM answers
  WHERE EXISTS (SELECT 1 FROM wanted) AND file NOT IN (SELECT file FROM wanted) HAVING count(*) > 0;

INSERT INTO findings (kind, text)
  WITH makers AS (SELECT DISTINCT maker FROM answers WHERE maker IS NOT NULL ORDER BY maker)
  SELECT 3, 'the answers were made by ' || count(*) || ' versions or with as many options: ' || min(maker) || '; ' ||
    (SELECT maker FROM makers LIMIT 1 OFFSET 1) || iif(count(*) > 2, '; ...', '')
  FROM makers HAVING count(*) > 1;

INSERT INTO findings (kind, text)
  WITH settings AS (SELECT DISTINCT asked FROM answers WHERE asked IS NOT NULL ORDER BY asked)
  SELECT 3, 'the answers are of runs with ' || count(*) || ' different settings: ' ||
    ifnull(nullif(min(asked), ''), 'none') || '; ' || (SELECT asked FROM settings LIMIT 1 OFFSET 1) ||
    iif(count(*) > 2, '; ...', '')
  FROM settings HAVING count(*) > 1;

-- Of each run that is divided, whatever else there is beside it; answers that are left out for a better one count, too.
INSERT INTO findings (kind, text)
  WITH RECURSIVE
    known AS (SELECT run, min(id) AS first, count(DISTINCT item) AS there, items, shards
              FROM answers WHERE run IS NOT NULL GROUP BY run),
    lacking AS (SELECT known.*, iif((SELECT count(*) FROM known) > 1, 'the run of ' || place || ': ', '') AS which
                FROM known JOIN answers ON answers.id = first WHERE there < known.items),
    numbers AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM numbers WHERE n < (SELECT max(shards) FROM lacking))
  SELECT 0, text
  FROM (SELECT first, 0 AS n, which || (items - there) || ' of the run''s ' || items || ' answers are missing' AS text
        FROM lacking
        UNION ALL
        SELECT first, n, which || 'shard ' || n || ' of ' || shards || ' is missing'
        FROM lacking JOIN numbers ON n <= shards
        WHERE NOT EXISTS (SELECT 1 FROM answers WHERE answers.run = lacking.run AND shard = n))
  ORDER BY first, n;

INSERT INTO findings (kind, text)
  SELECT 0, file || ': there is no answer' FROM wanted
  WHERE file NOT IN (SELECT file FROM answers WHERE NOT left_out) ORDER BY position;

INSERT INTO findings (kind, text)
  SELECT 0, shown || ': there is no answer' FROM unanswered
  WHERE NOT EXISTS (SELECT 1 FROM wanted) AND name NOT IN (SELECT name FROM answers WHERE NOT left_out)
  GROUP BY name ORDER BY min(id);

-- one_run: all that is kept is of shards of one run, whole: and all of it is there
CREATE TABLE joined AS
  SELECT n_kept, one_run, one_run AND n_kept = items AS whole
  FROM (SELECT count(*) AS n_kept, max(items) AS items,
          count(*) > 0 AND count(run) = count(*) AND count(DISTINCT item) = count(*)
            AND (SELECT count(DISTINCT run) = 1 FROM answers) AS one_run
        FROM answers WHERE NOT left_out);

-- in the order of the list, of the run, or of adding
INSERT INTO kept (answer)
  SELECT id FROM answers LEFT JOIN wanted USING (file)
  WHERE NOT left_out ORDER BY position, iif((SELECT one_run FROM joined), item, 0), id;
