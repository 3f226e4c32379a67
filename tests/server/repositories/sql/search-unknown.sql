-- CO-ROUTINE found
--   SCAN item_search VIRTUAL TABLE INDEX 0:M5
--   SEARCH item USING COVERING INDEX item_id_visibility_type_sort_date_span_order_span_end (id=? AND visibility=?)
-- SCAN found
select count(*)
from (select 1
from item_search cross join item indexed by item_id_visibility_type_sort_date_span_order_span_end on item.id = item_search.rowid
where item.visibility = 'published' and item_search match ?
limit 20001) as found;

-- CO-ROUTINE always
--   SCAN CONSTANT ROW
-- MATERIALIZE page
--   MATERIALIZE found
--     SCAN item_search VIRTUAL TABLE INDEX 0:M5
--     SEARCH item USING COVERING INDEX item_id_visibility_type_sort_date_span_order_span_end (id=? AND visibility=?)
--   SCAN found
--   USE TEMP B-TREE FOR ORDER BY
-- SCAN always
-- SCAN page LEFT-JOIN
-- SCALAR SUBQUERY 3
--   SCAN found
-- USE TEMP B-TREE FOR ORDER BY
with found as materialized (select item.id, bm25(item_search, 10, 1, 4, 8, 4) as place
from item_search cross join item indexed by item_id_visibility_type_sort_date_span_order_span_end on item.id = item_search.rowid
where item.visibility = 'published' and item_search match ?
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

-- SEARCH item USING COVERING INDEX item_id_visibility_type_sort_date_span_order_span_end (id=? AND visibility=?)
-- LIST SUBQUERY 1
--   SCAN json_each VIRTUAL TABLE INDEX 1:
-- LIST SUBQUERY 2
--   SCAN item_search VIRTUAL TABLE INDEX 0:M5
--   CREATE BLOOM FILTER
select count(*)
from item indexed by item_id_visibility_type_sort_date_span_order_span_end
where item.visibility = 'published' and item.id in (select value
from json_each(?)) and item.id not in (select item_search.rowid
from item_search
where item_search match ?);

-- CO-ROUTINE always
--   SCAN CONSTANT ROW
-- MATERIALIZE page
--   MATERIALIZE found
--     SEARCH item USING INDEX item_id_visibility_type_sort_date_span_order_span_end (id=? AND visibility=?)
--     LIST SUBQUERY 1
--       SCAN json_each VIRTUAL TABLE INDEX 1:
--     LIST SUBQUERY 2
--       SCAN item_search VIRTUAL TABLE INDEX 0:M5
--       CREATE BLOOM FILTER
--   SCAN found
--   USE TEMP B-TREE FOR ORDER BY
-- SCAN always
-- SCAN page LEFT-JOIN
-- SCALAR SUBQUERY 5
--   SCAN found
-- USE TEMP B-TREE FOR ORDER BY
with found as materialized (select item.id, item.sort_date as place
from item indexed by item_id_visibility_type_sort_date_span_order_span_end
where item.visibility = 'published' and item.id in (select value
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

-- CO-ROUTINE found
--   SCAN item_search VIRTUAL TABLE INDEX 0:M5
--   SEARCH item USING COVERING INDEX item_id_visibility_type_sort_date_span_order_span_end (id=? AND visibility=?)
-- SCAN found
select count(*)
from (select 1
from item_search cross join item indexed by item_id_visibility_type_sort_date_span_order_span_end on item.id = item_search.rowid
where item.visibility = 'published' and item_search match ?
limit 50) as found;

-- SCAN item_words VIRTUAL TABLE INDEX 1537:
select term
from item_words
where term >= ? and term < ? and length(term) between ? and ? and trim(term, '0123456789') = term;

-- SEARCH person USING INTEGER PRIMARY KEY (rowid=?)
-- LIST SUBQUERY 4
--   MATERIALIZE form
--     SCAN texts VIRTUAL TABLE INDEX 1:
--   SCAN person
--   CORRELATED SCALAR SUBQUERY 2
--     SCAN word VIRTUAL TABLE INDEX 1:
--   SCAN form
--   USE TEMP B-TREE FOR count(DISTINCT)
-- CORRELATED SCALAR SUBQUERY 5
--   SCAN word VIRTUAL TABLE INDEX 1:
-- USE TEMP B-TREE FOR ORDER BY
select id, "person"."search" as text
from "person"
where person.visibility = 'published' and id in (with form as materialized (
select substr(value, 1, 1) as term, substr(value, 2) as text
from json_each(?) as texts)
select part.id
from (select id, case when privacy = 'full' then search_text else search end as text
from "person"
where not exists (select 1
from json_each(?) as word
where instr("person"."search_text", word.value) = 0)) as part cross join form on instr(' ' || part.text || ' ', form.text) > 0 group by part.id having count(distinct form.term) = ?)
order by not exists (select 1
from json_each(?) as word
where instr("person"."search", word.value) = 0) desc
limit ?;

-- SEARCH organization USING INTEGER PRIMARY KEY (rowid=?)
-- LIST SUBQUERY 4
--   MATERIALIZE form
--     SCAN texts VIRTUAL TABLE INDEX 1:
--   SCAN organization
--   CORRELATED SCALAR SUBQUERY 2
--     SCAN word VIRTUAL TABLE INDEX 1:
--   SCAN form
--   USE TEMP B-TREE FOR count(DISTINCT)
-- CORRELATED SCALAR SUBQUERY 5
--   SCAN word VIRTUAL TABLE INDEX 1:
-- USE TEMP B-TREE FOR ORDER BY
select id, "organization"."search" as text
from "organization"
where organization.visibility = 'published' and id in (with form as materialized (
select substr(value, 1, 1) as term, substr(value, 2) as text
from json_each(?) as texts)
select part.id
from (select id, search_text as text
from "organization"
where not exists (select 1
from json_each(?) as word
where instr("organization"."search_text", word.value) = 0)) as part cross join form on instr(' ' || part.text || ' ', form.text) > 0 group by part.id having count(distinct form.term) = ?)
order by not exists (select 1
from json_each(?) as word
where instr("organization"."search", word.value) = 0) desc
limit ?;

-- SEARCH location USING INTEGER PRIMARY KEY (rowid=?)
-- LIST SUBQUERY 11
--   CO-ROUTINE part
--     COMPOUND QUERY
--       LEFT-MOST SUBQUERY
--         SCAN location
--       UNION ALL
--         SCAN location
--       UNION ALL
--         SCAN location_description
--       UNION ALL
--         SCAN heritage
--       UNION ALL
--         SCAN plaque
--       UNION ALL
--         SCAN lot
--       UNION ALL
--         SCAN place_name
--   MATERIALIZE form
--     SCAN texts VIRTUAL TABLE INDEX 1:
--   SCAN part
--   SCAN form
--   USE TEMP B-TREE FOR GROUP BY
--   USE TEMP B-TREE FOR count(DISTINCT)
-- CORRELATED SCALAR SUBQUERY 12
--   SCAN word VIRTUAL TABLE INDEX 1:
--   CORRELATED SCALAR SUBQUERY 1
--     SEARCH place_name USING INDEX place_name_location_id (location_id=?)
-- CORRELATED SCALAR SUBQUERY 1
--   SEARCH place_name USING INDEX place_name_location_id (location_id=?)
-- USE TEMP B-TREE FOR ORDER BY
select id, "location"."search" as text
from (select id, name, address, search || coalesce((select ' ' || group_concat(search_text, ' ')
from place_name
where location_id = location.id), '') as search
from location) as location
where true and id in (with form as materialized (
select substr(value, 1, 1) as term, substr(value, 2) as text
from json_each(?) as texts)
select part.id
from (select id, search as text
from location
union all
select id, 'zone ' || id
from location
where name = '' and address = ''
union all
select location_id, search_text
from location_description
where hidden_until is null
union all
select location_id, search_text
from heritage
union all
select location_id, search_text
from plaque
union all
select location_id, search_text
from lot
union all
select location_id, search_text
from place_name) as part cross join form on instr(' ' || part.text || ' ', form.text) > 0 group by part.id having count(distinct form.term) = ?)
order by not exists (select 1
from json_each(?) as word
where instr("location"."search", word.value) = 0) desc
limit ?;

-- SEARCH subject USING INTEGER PRIMARY KEY (rowid=?)
-- LIST SUBQUERY 4
--   MATERIALIZE form
--     SCAN texts VIRTUAL TABLE INDEX 1:
--   SCAN subject
--   CORRELATED SCALAR SUBQUERY 2
--     SCAN word VIRTUAL TABLE INDEX 1:
--   SCAN form
--   USE TEMP B-TREE FOR count(DISTINCT)
-- CORRELATED SCALAR SUBQUERY 5
--   SCAN word VIRTUAL TABLE INDEX 1:
-- USE TEMP B-TREE FOR ORDER BY
select id, "subject"."search" as text
from "subject"
where subject.visibility = 'published' and id in (with form as materialized (
select substr(value, 1, 1) as term, substr(value, 2) as text
from json_each(?) as texts)
select part.id
from (select id, search_text as text
from "subject"
where not exists (select 1
from json_each(?) as word
where instr("subject"."search_text", word.value) = 0)) as part cross join form on instr(' ' || part.text || ' ', form.text) > 0 group by part.id having count(distinct form.term) = ?)
order by not exists (select 1
from json_each(?) as word
where instr("subject"."search", word.value) = 0) desc
limit ?;

-- SEARCH collection USING INTEGER PRIMARY KEY (rowid=?)
-- LIST SUBQUERY 4
--   MATERIALIZE form
--     SCAN texts VIRTUAL TABLE INDEX 1:
--   SCAN collection
--   CORRELATED SCALAR SUBQUERY 2
--     SCAN word VIRTUAL TABLE INDEX 1:
--   SCAN form
--   USE TEMP B-TREE FOR count(DISTINCT)
-- CORRELATED SCALAR SUBQUERY 5
--   SCAN word VIRTUAL TABLE INDEX 1:
-- USE TEMP B-TREE FOR ORDER BY
select id, "collection"."collection_name" as text
from "collection"
where collection.visibility = 'published' and id in (with form as materialized (
select substr(value, 1, 1) as term, substr(value, 2) as text
from json_each(?) as texts)
select part.id
from (select id, search_text as text
from "collection"
where not exists (select 1
from json_each(?) as word
where instr("collection"."search_text", word.value) = 0)) as part cross join form on instr(' ' || part.text || ' ', form.text) > 0 group by part.id having count(distinct form.term) = ?)
order by not exists (select 1
from json_each(?) as word
where instr("collection"."collection_name", word.value) = 0) desc
limit ?;

-- SEARCH story USING INTEGER PRIMARY KEY (rowid=?)
-- LIST SUBQUERY 4
--   MATERIALIZE form
--     SCAN texts VIRTUAL TABLE INDEX 1:
--   SCAN story
--   CORRELATED SCALAR SUBQUERY 2
--     SCAN word VIRTUAL TABLE INDEX 1:
--   SCAN form
--   USE TEMP B-TREE FOR count(DISTINCT)
-- CORRELATED SCALAR SUBQUERY 5
--   SCAN word VIRTUAL TABLE INDEX 1:
-- USE TEMP B-TREE FOR ORDER BY
select id, "story"."title" as text
from "story"
where story.visibility = 'published' and id in (with form as materialized (
select substr(value, 1, 1) as term, substr(value, 2) as text
from json_each(?) as texts)
select part.id
from (select id, search_text as text
from "story"
where not exists (select 1
from json_each(?) as word
where instr("story"."search_text", word.value) = 0)) as part cross join form on instr(' ' || part.text || ' ', form.text) > 0 group by part.id having count(distinct form.term) = ?)
order by not exists (select 1
from json_each(?) as word
where instr("story"."title", word.value) = 0) desc
limit ?;

-- SCAN person
select id, "person"."search" as text
from "person"
where person.visibility = 'published'
limit ?;

-- SCAN organization
select id, "organization"."search" as text
from "organization"
where organization.visibility = 'published'
limit ?;

-- SCAN location
-- CORRELATED SCALAR SUBQUERY 1
--   SEARCH place_name USING INDEX place_name_location_id (location_id=?)
select id, "location"."search" as text
from (select id, name, address, search || coalesce((select ' ' || group_concat(search_text, ' ')
from place_name
where location_id = location.id), '') as search
from location) as location
where true
limit ?;

-- SCAN subject
select id, "subject"."search" as text
from "subject"
where subject.visibility = 'published'
limit ?;

-- SCAN collection
select id, "collection"."collection_name" as text
from "collection"
where collection.visibility = 'published'
limit ?;

-- SCAN story
select id, "story"."title" as text
from "story"
where story.visibility = 'published'
limit ?;

-- CO-ROUTINE found
--   SCAN item_search VIRTUAL TABLE INDEX 0:M5
--   SEARCH item USING COVERING INDEX item_id_visibility_type_sort_date_span_order_span_end (id=? AND visibility=?)
-- SCAN found
select count(*)
from (select 1
from item_search cross join item indexed by item_id_visibility_type_sort_date_span_order_span_end on item.id = item_search.rowid
where item.visibility = 'published' and item_search match ?
limit 50) as found;

-- SCAN item_words VIRTUAL TABLE INDEX 1537:
select term
from item_words
where term >= ? and term < ? and length(term) between ? and ? and trim(term, '0123456789') = term;
