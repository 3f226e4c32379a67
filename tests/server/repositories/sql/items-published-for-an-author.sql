-- SEARCH item USING INDEX item_visibility_span_order_id_span_end (visibility=?)
-- LIST SUBQUERY 5
--   SEARCH item_person USING COVERING INDEX item_person_person_id (person_id=?)
--   LIST SUBQUERY 4
--     SCAN asked VIRTUAL TABLE INDEX 1:
--     SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--   CREATE BLOOM FILTER
-- LIST SUBQUERY 3
--   MATERIALIZE below
--     SETUP
--       SCAN asked VIRTUAL TABLE INDEX 1:
--       SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--     RECURSIVE STEP
--       SCAN below
--       SEARCH named USING INDEX collection_parent_collection (parent_collection=?)
--   SCAN below
--   CREATE BLOOM FILTER
select count(*)
from item
where item.visibility = 'published' and item.collection_id in (with recursive below(id) as (select asked.value
from json_each(?) as asked join collection as named on named.id = asked.value
where (+named.visibility = 'published' or +named.author_id = :viewer)
union
select named.id
from collection as named join below on named.parent_collection = below.id
where (+named.visibility = 'published' or +named.author_id = :viewer))
select id
from below) and item.id in (select item_id
from item_person
where person_id in (select named.id
from json_each(?) as asked join person as named on named.id = asked.value
where (named.visibility = 'published' or named.author_id = :viewer)));

-- MATERIALIZE page
--   SEARCH item USING INTEGER PRIMARY KEY (rowid=?)
--   LIST SUBQUERY 5
--     SEARCH item_person USING COVERING INDEX item_person_person_id (person_id=?)
--     LIST SUBQUERY 4
--       SCAN asked VIRTUAL TABLE INDEX 1:
--       SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--   LIST SUBQUERY 3
--     MATERIALIZE below
--       SETUP
--         SCAN asked VIRTUAL TABLE INDEX 1:
--         SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--       RECURSIVE STEP
--         SCAN below
--         SEARCH named USING INDEX collection_parent_collection (parent_collection=?)
--     SCAN below
--     CREATE BLOOM FILTER
--   USE TEMP B-TREE FOR ORDER BY
-- SCAN page
-- SEARCH item USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 7
--   SEARCH l USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 8
--   USE TEMP B-TREE FOR json_group_array(ORDER BY)
--   SEARCH x USING PRIMARY KEY (item_id=?)
--   SEARCH p USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 9
--   USE TEMP B-TREE FOR json_group_array(ORDER BY)
--   SEARCH x USING PRIMARY KEY (item_id=?)
--   SEARCH s USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 10
--   USE TEMP B-TREE FOR json_group_array(ORDER BY)
--   SEARCH x USING PRIMARY KEY (item_id=?)
--   SEARCH o USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 11
--   SEARCH c USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 12
--   USE TEMP B-TREE FOR json_group_array(ORDER BY)
--   SEARCH s USING INDEX scan_item_id_scan_order (item_id=?)
--   SEARCH f USING INDEX sqlite_autoindex_original_1 (sha256=?)
-- CORRELATED SCALAR SUBQUERY 13
--   SEARCH p USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 14
--   USE TEMP B-TREE FOR json_group_array(ORDER BY)
--   SEARCH x USING PRIMARY KEY (item_id=?)
--   SEARCH p USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 15
--   SEARCH a USING INTEGER PRIMARY KEY (rowid=?)
with page as materialized (select item.id, item.span_order as place
from item
where item.visibility = 'published' and item.collection_id in (with recursive below(id) as (select asked.value
from json_each(?) as asked join collection as named on named.id = asked.value
where (+named.visibility = 'published' or +named.author_id = :viewer)
union
select named.id
from collection as named join below on named.parent_collection = below.id
where (+named.visibility = 'published' or +named.author_id = :viewer))
select id
from below) and item.id in (select item_id
from item_person
where person_id in (select named.id
from json_each(?) as asked join person as named on named.id = asked.value
where (named.visibility = 'published' or named.author_id = :viewer)))
order by place, item.id
limit ? offset ?)
select { one item, own }
from page join item on item.id = page.id
order by page.place, page.id;
