-- CO-ROUTINE places
--   SEARCH item USING INDEX item_id_visibility_type_sort_date_span_order_span_end (id=? AND visibility=?)
--   LIST SUBQUERY 4
--     MERGE (INTERSECT)
--       LEFT
--         SEARCH item_subject USING COVERING INDEX item_subject_subject_id (subject_id=?)
--         SCALAR SUBQUERY 1
--           SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--       RIGHT
--         SEARCH item_subject USING COVERING INDEX item_subject_subject_id (subject_id=?)
--         SCALAR SUBQUERY 3
--           SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--   USE TEMP B-TREE FOR GROUP BY
-- SCAN places
select json_group_array(json_object('location', location, 'count', items))
from (select item.location_id as location, count(*) as items
from item
where item.visibility = 'published' and item.id in (select item_id
from item_subject
where subject_id = (select named.id
from subject as named
where named.id = ? and true)
intersect
select item_id
from item_subject
where subject_id = (select named.id
from subject as named
where named.id = ? and true)) and item.location_id is not null group by location
order by location) as places;
