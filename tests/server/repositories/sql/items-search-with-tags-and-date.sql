-- CO-ROUTINE found
--   SCAN item_search VIRTUAL TABLE INDEX 0:M5
--   SEARCH item USING INDEX item_id_visibility_type_sort_date_span_order_span_end (id=? AND visibility=?)
--   LIST SUBQUERY 6
--     COMPOUND QUERY
--       LEFT-MOST SUBQUERY
--         SEARCH item_person USING COVERING INDEX item_person_person_id (person_id=?)
--         LIST SUBQUERY 1
--           SCAN asked VIRTUAL TABLE INDEX 1:
--           SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--         CREATE BLOOM FILTER
--       UNION ALL
--         SEARCH item_contributor USING COVERING INDEX item_contributor_person_id (person_id=?)
--         LIST SUBQUERY 3
--           SCAN asked VIRTUAL TABLE INDEX 1:
--           SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--         CREATE BLOOM FILTER
--       UNION ALL
--         SEARCH item USING COVERING INDEX item_creator_id (creator_id=?)
--         LIST SUBQUERY 5
--           SCAN asked VIRTUAL TABLE INDEX 1:
--           SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--         CREATE BLOOM FILTER
-- SCAN found
select count(*)
from (select 1
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
where named.visibility = 'published')) and item.span_order <= ? and item.span_end >= ? and item_search match ?
limit 20001) as found;

-- CO-ROUTINE always
--   SCAN CONSTANT ROW
-- MATERIALIZE page
--   MATERIALIZE found
--     SCAN item_search VIRTUAL TABLE INDEX 0:M5
--     SEARCH item USING INDEX item_id_visibility_type_sort_date_span_order_span_end (id=? AND visibility=?)
--     LIST SUBQUERY 6
--       COMPOUND QUERY
--         LEFT-MOST SUBQUERY
--           SEARCH item_person USING COVERING INDEX item_person_person_id (person_id=?)
--           LIST SUBQUERY 1
--             SCAN asked VIRTUAL TABLE INDEX 1:
--             SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--           CREATE BLOOM FILTER
--         UNION ALL
--           SEARCH item_contributor USING COVERING INDEX item_contributor_person_id (person_id=?)
--           LIST SUBQUERY 3
--             SCAN asked VIRTUAL TABLE INDEX 1:
--             SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--           CREATE BLOOM FILTER
--         UNION ALL
--           SEARCH item USING COVERING INDEX item_creator_id (creator_id=?)
--           LIST SUBQUERY 5
--             SCAN asked VIRTUAL TABLE INDEX 1:
--             SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--           CREATE BLOOM FILTER
--   SCAN found
--   USE TEMP B-TREE FOR ORDER BY
-- SCAN always
-- SCAN page LEFT-JOIN
-- SCALAR SUBQUERY 9
--   SCAN found
-- USE TEMP B-TREE FOR ORDER BY
with found as materialized (select item.id, bm25(item_search, 10, 1, 4, 8, 4) as place
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
where named.visibility = 'published')) and item.span_order <= ? and item.span_end >= ? and item_search match ?
limit 20000), page as (select id, place
from found
order by place asc, id asc
limit ? offset ?)
select id, (select count(*)
from found) as total
from (select 1) as always left join page on true
order by place asc, id asc;

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

-- SEARCH item USING INDEX item_id_visibility_type_sort_date_span_order_span_end (id=? AND visibility=?)
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
select count(*)
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
where named.visibility = 'published')) and item.span_order <= ? and item.span_end >= ? and item.id in (select value
from json_each(?)) and item.id not in (select item_search.rowid
from item_search
where item_search match ?);

-- CO-ROUTINE always
--   SCAN CONSTANT ROW
-- MATERIALIZE page
--   MATERIALIZE found
--     SEARCH item USING INDEX item_id_visibility_type_sort_date_span_order_span_end (id=? AND visibility=?)
--     LIST SUBQUERY 6
--       COMPOUND QUERY
--         LEFT-MOST SUBQUERY
--           SEARCH item_person USING COVERING INDEX item_person_person_id (person_id=?)
--           LIST SUBQUERY 1
--             SCAN asked VIRTUAL TABLE INDEX 1:
--             SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--         UNION ALL
--           SEARCH item_contributor USING COVERING INDEX item_contributor_person_id (person_id=?)
--           LIST SUBQUERY 3
--             SCAN asked VIRTUAL TABLE INDEX 1:
--             SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--         UNION ALL
--           SEARCH item USING COVERING INDEX item_creator_id (creator_id=?)
--           LIST SUBQUERY 5
--             SCAN asked VIRTUAL TABLE INDEX 1:
--             SEARCH named USING INTEGER PRIMARY KEY (rowid=?)
--     LIST SUBQUERY 7
--       SCAN json_each VIRTUAL TABLE INDEX 1:
--       CREATE BLOOM FILTER
--     LIST SUBQUERY 8
--       SCAN item_search VIRTUAL TABLE INDEX 0:M5
--       CREATE BLOOM FILTER
--   SCAN found
--   USE TEMP B-TREE FOR ORDER BY
-- SCAN always
-- SCAN page LEFT-JOIN
-- SCALAR SUBQUERY 11
--   SCAN found
-- USE TEMP B-TREE FOR ORDER BY
with found as materialized (select item.id, item.sort_date as place
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
where named.visibility = 'published')) and item.span_order <= ? and item.span_end >= ? and item.id in (select value
from json_each(?)) and item.id not in (select item_search.rowid
from item_search
where item_search match ?)), page as (select id, place
from found
order by place asc, id asc
limit ? offset ?)
select id, (select count(*)
from found) as total
from (select 1) as always left join page on true
order by place asc, id asc;

-- SCAN page VIRTUAL TABLE INDEX 1:
-- SEARCH item USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 1
--   SEARCH l USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 2
--   USE TEMP B-TREE FOR json_group_array(ORDER BY)
--   SEARCH x USING PRIMARY KEY (item_id=?)
--   SEARCH p USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 3
--   USE TEMP B-TREE FOR json_group_array(ORDER BY)
--   SEARCH x USING PRIMARY KEY (item_id=?)
--   SEARCH s USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 4
--   USE TEMP B-TREE FOR json_group_array(ORDER BY)
--   SEARCH x USING PRIMARY KEY (item_id=?)
--   SEARCH o USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 8
--   CO-ROUTINE last
--     CO-ROUTINE above
--       SETUP
--         SEARCH c USING INTEGER PRIMARY KEY (rowid=?)
--       RECURSIVE STEP
--         SCAN above
--         SEARCH c USING INTEGER PRIMARY KEY (rowid=?)
--     SCAN above
--     USE TEMP B-TREE FOR ORDER BY
--   SCAN last
-- CORRELATED SCALAR SUBQUERY 9
--   USE TEMP B-TREE FOR json_group_array(ORDER BY)
--   SEARCH s USING INDEX scan_item_id_scan_order (item_id=?)
--   SEARCH f USING INDEX sqlite_autoindex_original_1 (sha256=?)
-- CORRELATED SCALAR SUBQUERY 12
--   USE TEMP B-TREE FOR json_group_array(ORDER BY)
--   SEARCH d USING INDEX item_file_item_id (item_id=?)
--   SEARCH f USING INDEX sqlite_autoindex_original_1 (sha256=?)
--   CORRELATED SCALAR SUBQUERY 10
--     SEARCH t USING INDEX sqlite_autoindex_page_task_1 (document_id=?)
--   CORRELATED SCALAR SUBQUERY 11
--     SEARCH t USING INDEX sqlite_autoindex_page_task_1 (document_id=?)
-- CORRELATED SCALAR SUBQUERY 13
--   SEARCH p USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 14
--   SEARCH o USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 15
--   USE TEMP B-TREE FOR json_group_array(ORDER BY)
--   SEARCH x USING PRIMARY KEY (item_id=?)
--   SEARCH p USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 16
--   SEARCH a USING INTEGER PRIMARY KEY (rowid=?)
-- USE TEMP B-TREE FOR ORDER BY
select { one item, published }
from json_each(?) as page cross join item on item.id = page.value
where item.visibility = 'published'
order by page.key;
