-- SCAN item
select json_group_array(id), json_group_array(type), json_group_array(span_start / 100000), json_group_array(span_end / 100000), json_group_array(collection_id)
from item not indexed
where item.visibility = 'published';

-- SCAN item_subject USING COVERING INDEX item_subject_subject_id
select json_group_array(item_id), json_group_array(subject_id)
from item_subject;

-- SCAN item_search VIRTUAL TABLE INDEX 0:M5
-- SEARCH item USING COVERING INDEX item_id_visibility_type_sort_date_span_order_span_end (id=? AND visibility=?)
-- LIST SUBQUERY 6
--   COMPOUND QUERY
--     LEFT-MOST SUBQUERY
--       SEARCH item_person USING COVERING INDEX item_person_person_id (person_id=?)
--       LIST SUBQUERY 1
--         SCAN asked VIRTUAL TABLE INDEX 1:
--         SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--       CREATE BLOOM FILTER
--     UNION ALL
--       SEARCH item_contributor USING COVERING INDEX item_contributor_person_id (person_id=?)
--       LIST SUBQUERY 3
--         SCAN asked VIRTUAL TABLE INDEX 1:
--         SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--       CREATE BLOOM FILTER
--     UNION ALL
--       SEARCH item USING COVERING INDEX item_creator_id (creator_id=?)
--       LIST SUBQUERY 5
--         SCAN asked VIRTUAL TABLE INDEX 1:
--         SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--       CREATE BLOOM FILTER
select json_group_array(item.id)
from item_search cross join item indexed by item_id_visibility_type_sort_date_span_order_span_end on item.id = item_search.rowid
where item.visibility = 'published' and item.id in (select item_id
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
where named.visibility = 'published')) and item_search match ?;

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

-- SEARCH item USING COVERING INDEX item_id_visibility_type_sort_date_span_order_span_end (id=? AND visibility=?)
-- LIST SUBQUERY 6
--   COMPOUND QUERY
--     LEFT-MOST SUBQUERY
--       SEARCH item_person USING COVERING INDEX item_person_person_id (person_id=?)
--       LIST SUBQUERY 1
--         SCAN asked VIRTUAL TABLE INDEX 1:
--         SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--     UNION ALL
--       SEARCH item_contributor USING COVERING INDEX item_contributor_person_id (person_id=?)
--       LIST SUBQUERY 3
--         SCAN asked VIRTUAL TABLE INDEX 1:
--         SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--     UNION ALL
--       SEARCH item USING COVERING INDEX item_creator_id (creator_id=?)
--       LIST SUBQUERY 5
--         SCAN asked VIRTUAL TABLE INDEX 1:
--         SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
-- LIST SUBQUERY 7
--   SCAN json_each VIRTUAL TABLE INDEX 1:
--   CREATE BLOOM FILTER
-- LIST SUBQUERY 8
--   SCAN item_search VIRTUAL TABLE INDEX 0:M5
--   CREATE BLOOM FILTER
select json_group_array(item.id)
from item indexed by item_id_visibility_type_sort_date_span_order_span_end
where item.visibility = 'published' and item.id in (select item_id
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
where named.visibility = 'published')) and item.id in (select value
from json_each(?)) and item.id not in (select item_search.rowid
from item_search
where item_search match ?);

-- SEARCH item USING COVERING INDEX item_visibility_type_sort_date_id_span_order_span_end (visibility=? AND type=?)
select json_group_array(item.id)
from item
where item.visibility = 'published' and item.type = ?;

-- SEARCH item USING COVERING INDEX item_collection_id_visibility_type_sort_date_id_span_order_span_end (collection_id=? AND visibility=?)
-- LIST SUBQUERY 3
--   MATERIALIZE below
--     SETUP
--       SCAN asked VIRTUAL TABLE INDEX 1:
--       SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--     RECURSIVE STEP
--       SCAN below
--       SEARCH named USING INDEX collection_parent_collection (parent_collection=?)
--   SCAN below
select json_group_array(item.id)
from item
where item.visibility = 'published' and item.collection_id in (with recursive below(id) as (select asked.value
from json_each(?) as asked join collection as named on named.id = asked.value
where +named.visibility = 'published'
union
select named.id
from collection as named join below on named.parent_collection = below.id
where +named.visibility = 'published')
select id
from below);

-- SEARCH item USING COVERING INDEX item_id_visibility_type_sort_date_span_order_span_end (id=? AND visibility=?)
-- LIST SUBQUERY 2
--   SEARCH item_subject USING COVERING INDEX item_subject_subject_id (subject_id=?)
--   LIST SUBQUERY 1
--     SCAN asked VIRTUAL TABLE INDEX 1:
--     SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
select json_group_array(item.id)
from item indexed by item_id_visibility_type_sort_date_span_order_span_end
where item.visibility = 'published' and item.id in (select item_id
from item_subject
where subject_id in (select named.id
from json_each(?) as asked join subject as named on named.id = asked.value
where named.visibility = 'published'));

-- SEARCH item USING INDEX item_visibility_span_order_id_span_end (visibility=? AND span_order<?)
select json_group_array(item.id)
from item
where item.visibility = 'published' and item.span_order <= ? and item.span_end >= ?;

-- SCAN subject
select id, subject_name
from subject
where subject.visibility = 'published';

-- SCAN collection
select id, collection_name, parent_collection, collection.visibility = 'published'
from collection
where collection.visibility = 'published'
order by id;
