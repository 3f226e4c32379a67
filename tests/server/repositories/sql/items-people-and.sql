-- SEARCH item USING COVERING INDEX item_visibility_published_at_id (visibility=?)
-- LIST SUBQUERY 14
--   MERGE (INTERSECT)
--     LEFT
--       CO-ROUTINE one
--         MERGE (UNION)
--           LEFT
--             MERGE (UNION)
--               LEFT
--                 SEARCH item_person USING COVERING INDEX item_person_person_id (person_id=?)
--                 SCALAR SUBQUERY 1
--                   SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--               RIGHT
--                 SEARCH item_contributor USING COVERING INDEX item_contributor_person_id (person_id=?)
--                 SCALAR SUBQUERY 3
--                   SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--           RIGHT
--             SEARCH item USING COVERING INDEX item_creator_id (creator_id=?)
--             SCALAR SUBQUERY 5
--               SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--       SCAN one
--       USE TEMP B-TREE FOR ORDER BY
--     RIGHT
--       CO-ROUTINE one
--         MERGE (UNION)
--           LEFT
--             MERGE (UNION)
--               LEFT
--                 SEARCH item_person USING COVERING INDEX item_person_person_id (person_id=?)
--                 SCALAR SUBQUERY 8
--                   SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--               RIGHT
--                 SEARCH item_contributor USING COVERING INDEX item_contributor_person_id (person_id=?)
--                 SCALAR SUBQUERY 10
--                   SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--           RIGHT
--             SEARCH item USING COVERING INDEX item_creator_id (creator_id=?)
--             SCALAR SUBQUERY 12
--               SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--       SCAN one
--       USE TEMP B-TREE FOR ORDER BY
--     CREATE BLOOM FILTER
select count(*)
from item
where item.visibility = 'published' and item.id in (select *
from (select item_id
from item_person
where person_id = (select named.id
from person as named
where named.id = ? and named.visibility = 'published')
union
select item_id
from item_contributor
where person_id = (select named.id
from person as named
where named.id = ? and named.visibility = 'published')
union
select id
from item
where creator_id = (select named.id
from person as named
where named.id = ? and named.visibility = 'published')) as one
intersect
select *
from (select item_id
from item_person
where person_id = (select named.id
from person as named
where named.id = ? and named.visibility = 'published')
union
select item_id
from item_contributor
where person_id = (select named.id
from person as named
where named.id = ? and named.visibility = 'published')
union
select id
from item
where creator_id = (select named.id
from person as named
where named.id = ? and named.visibility = 'published')) as one);

-- MATERIALIZE page
--   MATERIALIZE found
--     SEARCH item USING INDEX item_visibility_published_at_id (visibility=?)
--     LIST SUBQUERY 14
--       MERGE (INTERSECT)
--         LEFT
--           CO-ROUTINE one
--             MERGE (UNION)
--               LEFT
--                 MERGE (UNION)
--                   LEFT
--                     SEARCH item_person USING COVERING INDEX item_person_person_id (person_id=?)
--                     SCALAR SUBQUERY 1
--                       SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--                   RIGHT
--                     SEARCH item_contributor USING COVERING INDEX item_contributor_person_id (person_id=?)
--                     SCALAR SUBQUERY 3
--                       SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--               RIGHT
--                 SEARCH item USING COVERING INDEX item_creator_id (creator_id=?)
--                 SCALAR SUBQUERY 5
--                   SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--           SCAN one
--           USE TEMP B-TREE FOR ORDER BY
--         RIGHT
--           CO-ROUTINE one
--             MERGE (UNION)
--               LEFT
--                 MERGE (UNION)
--                   LEFT
--                     SEARCH item_person USING COVERING INDEX item_person_person_id (person_id=?)
--                     SCALAR SUBQUERY 8
--                       SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--                   RIGHT
--                     SEARCH item_contributor USING COVERING INDEX item_contributor_person_id (person_id=?)
--                     SCALAR SUBQUERY 10
--                       SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--               RIGHT
--                 SEARCH item USING COVERING INDEX item_creator_id (creator_id=?)
--                 SCALAR SUBQUERY 12
--                   SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--           SCAN one
--           USE TEMP B-TREE FOR ORDER BY
--         CREATE BLOOM FILTER
--   SCAN found
--   SCALAR SUBQUERY 16
--     SCAN found
--   USE TEMP B-TREE FOR ORDER BY
-- SCAN page
-- SEARCH item USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 18
--   SEARCH l USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 19
--   USE TEMP B-TREE FOR json_group_array(ORDER BY)
--   SEARCH x USING PRIMARY KEY (item_id=?)
--   SEARCH p USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 20
--   USE TEMP B-TREE FOR json_group_array(ORDER BY)
--   SEARCH x USING PRIMARY KEY (item_id=?)
--   SEARCH s USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 21
--   USE TEMP B-TREE FOR json_group_array(ORDER BY)
--   SEARCH x USING PRIMARY KEY (item_id=?)
--   SEARCH o USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 22
--   SEARCH c USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 23
--   USE TEMP B-TREE FOR json_group_array(ORDER BY)
--   SEARCH s USING INDEX scan_item_id_scan_order (item_id=?)
--   SEARCH f USING INDEX sqlite_autoindex_original_1 (sha256=?)
-- CORRELATED SCALAR SUBQUERY 24
--   SEARCH p USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 25
--   USE TEMP B-TREE FOR json_group_array(ORDER BY)
--   SEARCH x USING PRIMARY KEY (item_id=?)
--   SEARCH p USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 26
--   SEARCH a USING INTEGER PRIMARY KEY (rowid=?)
with found as materialized (select item.id, item.sort_date as place
from item
where item.visibility = 'published' and item.id in (select *
from (select item_id
from item_person
where person_id = (select named.id
from person as named
where named.id = ? and named.visibility = 'published')
union
select item_id
from item_contributor
where person_id = (select named.id
from person as named
where named.id = ? and named.visibility = 'published')
union
select id
from item
where creator_id = (select named.id
from person as named
where named.id = ? and named.visibility = 'published')) as one
intersect
select *
from (select item_id
from item_person
where person_id = (select named.id
from person as named
where named.id = ? and named.visibility = 'published')
union
select item_id
from item_contributor
where person_id = (select named.id
from person as named
where named.id = ? and named.visibility = 'published')
union
select id
from item
where creator_id = (select named.id
from person as named
where named.id = ? and named.visibility = 'published')) as one)), page as materialized (select id, place, (select count(*)
from found) as total
from found
order by place asc, id asc
limit ? offset ?)
select { one item, published }, total
from page join item on item.id = page.id
order by page.place asc, page.id asc;
