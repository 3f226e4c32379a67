-- CO-ROUTINE hit
--   SCAN item_search_texts VIRTUAL TABLE INDEX 0:M1
-- SCAN hit
-- SEARCH scan USING COVERING INDEX scan_parts (id=?) LEFT-JOIN
-- SEARCH item_file USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
select hit.part, coalesce(scan.item_id, item_file.item_id)
from (select rowid as part
from item_search_texts
where item_search_texts match ?
limit 5001) as hit left join scan indexed by scan_parts on hit.part % 2 = 0 and scan.id = hit.part / 2 and scan.hidden_until is null left join item_file on hit.part % 2 = 1 and item_file.id = hit.part / 2 and item_file.hidden_until is null;

-- CO-ROUTINE places
--   SCAN item_search VIRTUAL TABLE INDEX 0:M5
--   SEARCH item USING INTEGER PRIMARY KEY (rowid=?)
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
--   LIST SUBQUERY 9
--     COMPOUND QUERY
--       LEFT-MOST SUBQUERY
--         SEARCH item_person USING COVERING INDEX item_person_person_id (person_id=?)
--         LIST SUBQUERY 4
--           SCAN asked VIRTUAL TABLE INDEX 1:
--           SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--         CREATE BLOOM FILTER
--       UNION ALL
--         SEARCH item_contributor USING COVERING INDEX item_contributor_person_id (person_id=?)
--         LIST SUBQUERY 6
--           SCAN asked VIRTUAL TABLE INDEX 1:
--           SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--         CREATE BLOOM FILTER
--       UNION ALL
--         SEARCH item USING COVERING INDEX item_creator_id (creator_id=?)
--         LIST SUBQUERY 8
--           SCAN asked VIRTUAL TABLE INDEX 1:
--           SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--         CREATE BLOOM FILTER
--   LIST SUBQUERY 11
--     SEARCH item_subject USING COVERING INDEX item_subject_subject_id (subject_id=?)
--     LIST SUBQUERY 10
--       SCAN asked VIRTUAL TABLE INDEX 1:
--       SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--     CREATE BLOOM FILTER
--   USE TEMP B-TREE FOR GROUP BY
-- SCAN places
select json_group_array(json_object('location', location, 'count', items))
from (select item.location_id as location, count(*) as items
from item_search cross join item on item.id = item_search.rowid
where item.visibility = 'published' and item.type = ? and item.collection_id in (with recursive below(id) as (select asked.value
from json_each(?) as asked join collection as named on named.id = asked.value
where +named.visibility = 'published'
union
select named.id
from collection as named join below on named.parent_collection = below.id
where +named.visibility = 'published')
select id
from below) and item.id in (select item_id
from item_person
where person_id in (select named.id
from json_each(?) as asked join person as named on named.id = asked.value
where named.visibility = 'published')
union all
select item_id
from item_contributor
where person_id in (select named.id
from json_each(?) as asked join person as named on named.id = asked.value
where named.visibility = 'published')
union all
select id
from item
where creator_id in (select named.id
from json_each(?) as asked join person as named on named.id = asked.value
where named.visibility = 'published')) and item.id in (select item_id
from item_subject
where subject_id in (select named.id
from json_each(?) as asked join subject as named on named.id = asked.value
where named.visibility = 'published')) and item.span_order <= ? and item.span_end >= ? and item_search match ? and item.location_id is not null group by location
order by location) as places;

-- CO-ROUTINE places
--   SEARCH item USING INDEX item_visibility_span_order_id_span_end (visibility=? AND span_order<?)
--   LIST SUBQUERY 9
--     COMPOUND QUERY
--       LEFT-MOST SUBQUERY
--         SEARCH item_person USING COVERING INDEX item_person_person_id (person_id=?)
--         LIST SUBQUERY 4
--           SCAN asked VIRTUAL TABLE INDEX 1:
--           SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--         CREATE BLOOM FILTER
--       UNION ALL
--         SEARCH item_contributor USING COVERING INDEX item_contributor_person_id (person_id=?)
--         LIST SUBQUERY 6
--           SCAN asked VIRTUAL TABLE INDEX 1:
--           SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--         CREATE BLOOM FILTER
--       UNION ALL
--         SEARCH item USING COVERING INDEX item_creator_id (creator_id=?)
--         LIST SUBQUERY 8
--           SCAN asked VIRTUAL TABLE INDEX 1:
--           SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--         CREATE BLOOM FILTER
--   LIST SUBQUERY 11
--     SEARCH item_subject USING COVERING INDEX item_subject_subject_id (subject_id=?)
--     LIST SUBQUERY 10
--       SCAN asked VIRTUAL TABLE INDEX 1:
--       SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--     CREATE BLOOM FILTER
--   LIST SUBQUERY 12
--     SCAN json_each VIRTUAL TABLE INDEX 1:
--     CREATE BLOOM FILTER
--   LIST SUBQUERY 13
--     SCAN item_search VIRTUAL TABLE INDEX 0:M5
--     CREATE BLOOM FILTER
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
--   USE TEMP B-TREE FOR GROUP BY
-- SCAN places
select json_group_array(json_object('location', location, 'count', items))
from (select item.location_id as location, count(*) as items
from item
where item.visibility = 'published' and item.type = ? and item.collection_id in (with recursive below(id) as (select asked.value
from json_each(?) as asked join collection as named on named.id = asked.value
where +named.visibility = 'published'
union
select named.id
from collection as named join below on named.parent_collection = below.id
where +named.visibility = 'published')
select id
from below) and item.id in (select item_id
from item_person
where person_id in (select named.id
from json_each(?) as asked join person as named on named.id = asked.value
where named.visibility = 'published')
union all
select item_id
from item_contributor
where person_id in (select named.id
from json_each(?) as asked join person as named on named.id = asked.value
where named.visibility = 'published')
union all
select id
from item
where creator_id in (select named.id
from json_each(?) as asked join person as named on named.id = asked.value
where named.visibility = 'published')) and item.id in (select item_id
from item_subject
where subject_id in (select named.id
from json_each(?) as asked join subject as named on named.id = asked.value
where named.visibility = 'published')) and item.span_order <= ? and item.span_end >= ? and item.id in (select value
from json_each(?)) and item.id not in (select item_search.rowid
from item_search
where item_search match ?) and item.location_id is not null group by location
order by location) as places;
