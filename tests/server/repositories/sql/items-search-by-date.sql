-- CO-ROUTINE found
--   SCAN item_search VIRTUAL TABLE INDEX 0:M5
--   SEARCH item USING INTEGER PRIMARY KEY (rowid=?)
-- SCAN found
select count(*)
from (select 1
from item_search cross join item on item.id = item_search.rowid
where item.visibility = 'published' and item_search match ?
limit 20001) as found;

-- MATERIALIZE page
--   MATERIALIZE found
--     SCAN item_search VIRTUAL TABLE INDEX 0:M5
--     SEARCH item USING INTEGER PRIMARY KEY (rowid=?)
--   SCAN found
--   SCALAR SUBQUERY 2
--     SCAN found
--   USE TEMP B-TREE FOR ORDER BY
-- SCAN page
-- SEARCH item USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 4
--   SEARCH l USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 5
--   USE TEMP B-TREE FOR json_group_array(ORDER BY)
--   SEARCH x USING PRIMARY KEY (item_id=?)
--   SEARCH p USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 6
--   USE TEMP B-TREE FOR json_group_array(ORDER BY)
--   SEARCH x USING PRIMARY KEY (item_id=?)
--   SEARCH s USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 7
--   USE TEMP B-TREE FOR json_group_array(ORDER BY)
--   SEARCH x USING PRIMARY KEY (item_id=?)
--   SEARCH o USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 8
--   SEARCH c USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 9
--   USE TEMP B-TREE FOR json_group_array(ORDER BY)
--   SEARCH s USING INDEX scan_item_id_scan_order (item_id=?)
--   SEARCH f USING INDEX sqlite_autoindex_original_1 (sha256=?)
-- CORRELATED SCALAR SUBQUERY 10
--   SEARCH p USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 11
--   USE TEMP B-TREE FOR json_group_array(ORDER BY)
--   SEARCH x USING PRIMARY KEY (item_id=?)
--   SEARCH p USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 12
--   SEARCH a USING INTEGER PRIMARY KEY (rowid=?)
with found as materialized (select item.id, item.sort_date as place
from item_search cross join item on item.id = item_search.rowid
where item.visibility = 'published' and item_search match ?
limit 20000), page as materialized (select id, place, (select count(*)
from found) as total
from found
order by place asc, id asc
limit ? offset ?)
select { one item, published }, total
from page join item on item.id = page.id
order by page.place asc, page.id asc;
