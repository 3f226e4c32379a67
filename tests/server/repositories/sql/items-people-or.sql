-- SEARCH item USING COVERING INDEX item_visibility_published_at_id (visibility=?)
-- LIST SUBQUERY 6
--   MERGE (UNION)
--     LEFT
--       MERGE (UNION)
--         LEFT
--           SEARCH item_person USING COVERING INDEX item_person_person_id (person_id=?)
--           LIST SUBQUERY 1
--             SCAN asked VIRTUAL TABLE INDEX 1:
--             SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--           USE TEMP B-TREE FOR ORDER BY
--         RIGHT
--           SEARCH item_contributor USING COVERING INDEX item_contributor_person_id (person_id=?)
--           LIST SUBQUERY 3
--             SCAN asked VIRTUAL TABLE INDEX 1:
--             SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--           USE TEMP B-TREE FOR ORDER BY
--     RIGHT
--       SEARCH item USING COVERING INDEX item_creator_id (creator_id=?)
--       LIST SUBQUERY 5
--         SCAN asked VIRTUAL TABLE INDEX 1:
--         SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--       USE TEMP B-TREE FOR ORDER BY
--     CREATE BLOOM FILTER
--     CREATE BLOOM FILTER
select count(*)
from item
where item.visibility = 'published' and item.id in (select item_id
from item_person
where person_id in (select named.id
from json_each(?) as asked join person as named on named.id = asked.value
where named.visibility = 'published')
union
select item_id
from item_contributor
where person_id in (select named.id
from json_each(?) as asked join person as named on named.id = asked.value
where named.visibility = 'published')
union
select id
from item
where creator_id in (select named.id
from json_each(?) as asked join person as named on named.id = asked.value
where named.visibility = 'published'));

-- MATERIALIZE page
--   MATERIALIZE found
--     SEARCH item USING INDEX item_visibility_published_at_id (visibility=?)
--     LIST SUBQUERY 6
--       MERGE (UNION)
--         LEFT
--           MERGE (UNION)
--             LEFT
--               SEARCH item_person USING COVERING INDEX item_person_person_id (person_id=?)
--               LIST SUBQUERY 1
--                 SCAN asked VIRTUAL TABLE INDEX 1:
--                 SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--               USE TEMP B-TREE FOR ORDER BY
--             RIGHT
--               SEARCH item_contributor USING COVERING INDEX item_contributor_person_id (person_id=?)
--               LIST SUBQUERY 3
--                 SCAN asked VIRTUAL TABLE INDEX 1:
--                 SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--               USE TEMP B-TREE FOR ORDER BY
--         RIGHT
--           SEARCH item USING COVERING INDEX item_creator_id (creator_id=?)
--           LIST SUBQUERY 5
--             SCAN asked VIRTUAL TABLE INDEX 1:
--             SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--           USE TEMP B-TREE FOR ORDER BY
--         CREATE BLOOM FILTER
--         CREATE BLOOM FILTER
--   SCAN found
--   SCALAR SUBQUERY 8
--     SCAN found
--   USE TEMP B-TREE FOR ORDER BY
-- SCAN page
-- SEARCH item USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 10
--   SEARCH l USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 11
--   USE TEMP B-TREE FOR json_group_array(ORDER BY)
--   SEARCH x USING PRIMARY KEY (item_id=?)
--   SEARCH p USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 12
--   USE TEMP B-TREE FOR json_group_array(ORDER BY)
--   SEARCH x USING PRIMARY KEY (item_id=?)
--   SEARCH s USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 13
--   USE TEMP B-TREE FOR json_group_array(ORDER BY)
--   SEARCH x USING PRIMARY KEY (item_id=?)
--   SEARCH o USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 14
--   SEARCH c USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 15
--   USE TEMP B-TREE FOR json_group_array(ORDER BY)
--   SEARCH s USING INDEX scan_item_id_scan_order (item_id=?)
--   SEARCH f USING INDEX sqlite_autoindex_original_1 (sha256=?)
-- CORRELATED SCALAR SUBQUERY 16
--   SEARCH p USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 17
--   USE TEMP B-TREE FOR json_group_array(ORDER BY)
--   SEARCH x USING PRIMARY KEY (item_id=?)
--   SEARCH p USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 18
--   SEARCH a USING INTEGER PRIMARY KEY (rowid=?)
with found as materialized (select item.id, item.sort_date as place
from item
where item.visibility = 'published' and item.id in (select item_id
from item_person
where person_id in (select named.id
from json_each(?) as asked join person as named on named.id = asked.value
where named.visibility = 'published')
union
select item_id
from item_contributor
where person_id in (select named.id
from json_each(?) as asked join person as named on named.id = asked.value
where named.visibility = 'published')
union
select id
from item
where creator_id in (select named.id
from json_each(?) as asked join person as named on named.id = asked.value
where named.visibility = 'published'))), page as materialized (select id, place, (select count(*)
from found) as total
from found
order by place asc, id asc
limit ? offset ?)
select { one item, published }, total
from page join item on item.id = page.id
order by page.place asc, page.id asc;
