-- SEARCH r USING INDEX item_visibility_span_order_id_span_end (visibility=?)
-- SEARCH a USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
select "r"."id" as "key", "r"."visibility", "r"."state", "r"."author_id", "a"."name" as "author_name", "r"."submitted_at", "r"."note", json_object('title', r.title, 'type', r.type) as "label"
from "item" as "r" left join "account" as "a" on "a"."id" = "r"."author_id"
where "r"."visibility" = ? and "r"."state" = ?;

-- SCAN r
-- SEARCH a USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
-- CORRELATED SCALAR SUBQUERY 1
--   SEARCH person USING INTEGER PRIMARY KEY (rowid=?)
select "r"."id" as "key", "r"."visibility", "r"."state", "r"."author_id", "a"."name" as "author_name", "r"."submitted_at", "r"."note", (select json_object('first_name', first_name, 'middle_name', middle_name, 'surname', surname)
from person
where id = "r"."id") as "label"
from "person" as "r" left join "account" as "a" on "a"."id" = "r"."author_id"
where "r"."visibility" = ? and "r"."state" = ?;

-- SCAN r
-- SEARCH a USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
select "r"."id" as "key", "r"."visibility", "r"."state", "r"."author_id", "a"."name" as "author_name", "r"."submitted_at", "r"."note", json_object('id', r.id, 'name', r.name) as "label"
from "organization" as "r" left join "account" as "a" on "a"."id" = "r"."author_id"
where "r"."visibility" = ? and "r"."state" = ?;

-- SCAN r
-- SEARCH a USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
select "r"."id" as "key", "r"."visibility", "r"."state", "r"."author_id", "a"."name" as "author_name", "r"."submitted_at", "r"."note", json_object('name', r.subject_name) as "label"
from "subject" as "r" left join "account" as "a" on "a"."id" = "r"."author_id"
where "r"."visibility" = ? and "r"."state" = ?;

-- SCAN r
-- SEARCH a USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
select "r"."id" as "key", "r"."visibility", "r"."state", "r"."author_id", "a"."name" as "author_name", "r"."submitted_at", "r"."note", json_object('name', r.collection_name) as "label"
from "collection" as "r" left join "account" as "a" on "a"."id" = "r"."author_id"
where "r"."visibility" = ? and "r"."state" = ?;

-- SCAN r
-- SEARCH a USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
-- CORRELATED SCALAR SUBQUERY 1
--   SEARCH person USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 2
--   SEARCH person USING INTEGER PRIMARY KEY (rowid=?)
select "r"."id" as "key", "r"."visibility", "r"."state", "r"."author_id", "a"."name" as "author_name", "r"."submitted_at", "r"."note", json_array(json((select json_object('first_name', first_name, 'middle_name', middle_name, 'surname', surname)
from person
where id = "r"."person1_id")), json((select json_object('first_name', first_name, 'middle_name', middle_name, 'surname', surname)
from person
where id = "r"."person2_id"))) as "label"
from "relationship" as "r" left join "account" as "a" on "a"."id" = "r"."author_id"
where "r"."visibility" = ? and "r"."state" = ?;

-- SCAN r
-- SEARCH a USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
-- CORRELATED SCALAR SUBQUERY 1
--   SEARCH person USING INTEGER PRIMARY KEY (rowid=?)
select "r"."id" as "key", "r"."visibility", "r"."state", "r"."author_id", "a"."name" as "author_name", "r"."submitted_at", "r"."note", (select json_object('first_name', first_name, 'middle_name', middle_name, 'surname', surname)
from person
where id = "r"."person_id") as "label"
from "grave" as "r" left join "account" as "a" on "a"."id" = "r"."author_id"
where "r"."visibility" = ? and "r"."state" = ?;

-- SCAN r
-- SEARCH a USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
-- CORRELATED SCALAR SUBQUERY 1
--   SEARCH person USING INTEGER PRIMARY KEY (rowid=?)
select "r"."id" as "key", "r"."visibility", "r"."state", "r"."author_id", "a"."name" as "author_name", "r"."submitted_at", "r"."note", (select json_object('first_name', first_name, 'middle_name', middle_name, 'surname', surname)
from person
where id = "r"."person_id") as "label"
from "person_image" as "r" left join "account" as "a" on "a"."id" = "r"."author_id"
where "r"."visibility" = ? and "r"."state" = ?;

-- COMPOUND QUERY
--   LEFT-MOST SUBQUERY
--     MATERIALIZE people
--       SETUP
--         MERGE (UNION)
--           LEFT
--             MERGE (UNION)
--               LEFT
--                 SEARCH item USING INDEX item_visibility_span_order_id_span_end (visibility=?)
--                 SEARCH item_person USING PRIMARY KEY (item_id=?)
--                 USE TEMP B-TREE FOR ORDER BY
--               RIGHT
--                 SEARCH item USING INDEX item_visibility_span_order_id_span_end (visibility=?)
--                 SEARCH item_contributor USING PRIMARY KEY (item_id=?)
--                 USE TEMP B-TREE FOR ORDER BY
--           RIGHT
--             SEARCH item USING INDEX item_visibility_span_order_id_span_end (visibility=?)
--             USE TEMP B-TREE FOR ORDER BY
--       RECURSIVE STEP
--         SCAN people
--         SEARCH person USING INTEGER PRIMARY KEY (rowid=?)
--         SEARCH person_spouse USING PRIMARY KEY (person_id=?)
--     SCAN people
--   UNION ALL
--     CO-ROUTINE subjects
--       SETUP
--         SEARCH item USING INDEX item_visibility_span_order_id_span_end (visibility=?)
--         SEARCH item_subject USING PRIMARY KEY (item_id=?)
--       RECURSIVE STEP
--         SCAN subjects
--         SEARCH subject USING INTEGER PRIMARY KEY (rowid=?)
--     SCAN subjects
--   UNION ALL
--     CO-ROUTINE collections
--       SETUP
--         SEARCH item USING INDEX item_visibility_span_order_id_span_end (visibility=?)
--       RECURSIVE STEP
--         SCAN collections
--         SEARCH collection USING INTEGER PRIMARY KEY (rowid=?)
--     SCAN collections
--   UNION ALL
--     SEARCH item USING INDEX item_visibility_span_order_id_span_end (visibility=?)
--     SEARCH item_organization USING PRIMARY KEY (item_id=?)
--   UNION ALL
--     SCAN person USING COVERING INDEX person_drafts
--     SEARCH grave USING COVERING INDEX grave_person_id (person_id=?)
--     BLOOM FILTER ON people (id=?)
--     SEARCH people USING AUTOMATIC COVERING INDEX (id=?)
--   UNION ALL
--     SCAN person USING COVERING INDEX person_drafts
--     SEARCH person_image USING COVERING INDEX person_image_person_id (person_id=?)
--     BLOOM FILTER ON people (id=?)
--     SEARCH people USING AUTOMATIC COVERING INDEX (id=?)
--   UNION ALL
--     MULTI-INDEX OR
--       INDEX 1
--         LIST SUBQUERY 17
--           SCAN person USING COVERING INDEX person_drafts
--           BLOOM FILTER ON people (id=?)
--           SEARCH people USING AUTOMATIC COVERING INDEX (id=?)
--         SEARCH r USING INDEX relationship_person1_id (person1_id=?)
--       INDEX 2
--         LIST SUBQUERY 18
--           SCAN person USING COVERING INDEX person_drafts
--           BLOOM FILTER ON people (id=?)
--           SEARCH people USING AUTOMATIC COVERING INDEX (id=?)
--         SEARCH r USING INDEX relationship_person2_id (person2_id=?)
--     CORRELATED SCALAR SUBQUERY 20
--       SEARCH other USING INTEGER PRIMARY KEY (rowid=?)
--       LIST SUBQUERY 19
--         SCAN person USING COVERING INDEX person_drafts
--         BLOOM FILTER ON people (id=?)
--         SEARCH people USING AUTOMATIC COVERING INDEX (id=?)
--         CREATE BLOOM FILTER
with recursive waiting as (select id, collection_id, creator_id
from item
where visibility = 'draft' and state = 'waiting'), people(id) as (select person_id
from item_person join waiting on waiting.id = item_id
union
select person_id
from item_contributor join waiting on waiting.id = item_id
union
select creator_id
from waiting
where creator_id is not null
union
select spouse_id
from people join person on person.id = people.id and visibility = 'draft' join person_spouse on person_spouse.person_id = person.id), drafts(id) as (select person.id
from people join person on person.id = people.id
where visibility = 'draft'), subjects(id) as (select subject_id
from item_subject join waiting on waiting.id = item_id
union
select subject_parent
from subjects join subject on subject.id = subjects.id
where subject_parent is not null and visibility = 'draft'), collections(id) as (select collection_id
from waiting
where collection_id is not null
union
select parent_collection
from collections join collection on collection.id = collections.id
where parent_collection is not null and visibility = 'draft')
select 'people' as kind, id as key
from people
union all
select 'subjects', id
from subjects
union all
select 'collections', id
from collections
union all
select 'organizations', organization_id
from item_organization join waiting on waiting.id = item_id
union all
select 'graves', grave.id
from grave join drafts on drafts.id = person_id
union all
select 'person_images', person_image.id
from person_image join drafts on drafts.id = person_id
union all
select 'relationships', r.id
from relationship r
where (person1_id in (select id
from drafts) or person2_id in (select id
from drafts)) and not exists (select 1
from person other
where other.id in (person1_id, person2_id) and other.visibility = 'draft' and other.id not in (select id
from drafts));

-- MATERIALIZE s
--   CO-ROUTINE (subquery-5)
--     CO-ROUTINE (subquery-6)
--       SEARCH scan USING INDEX scan_item_id_scan_order (item_id=?)
--       LIST SUBQUERY 1
--         SCAN json_each VIRTUAL TABLE INDEX 1:
--     SCAN (subquery-6)
--   SCAN (subquery-5)
-- SEARCH item USING INTEGER PRIMARY KEY (rowid=?)
-- LIST SUBQUERY 3
--   SCAN json_each VIRTUAL TABLE INDEX 1:
-- BLOOM FILTER ON s (item_id=? AND place=?)
-- SEARCH s USING AUTOMATIC PARTIAL COVERING INDEX (item_id=? AND place=?) LEFT-JOIN
-- SEARCH o USING INDEX sqlite_autoindex_original_1 (sha256=?) LEFT-JOIN
select "item"."id", "item"."type", "s"."scans", "s"."id" as "scan", "s"."version", "o"."width", "o"."height"
from "item" left join (select "item_id", "id", "version", "sha256", count(*) over (partition by item_id) as "scans", row_number() over (partition by item_id
order by scan_order, id) as "place"
from "scan"
where "item_id" in (select value
from json_each(?))) as "s" on "s"."item_id" = "item"."id" and "s"."place" = ? left join "original" as "o" on "o"."sha256" = "s"."sha256"
where "item"."id" in (select value
from json_each(?));
