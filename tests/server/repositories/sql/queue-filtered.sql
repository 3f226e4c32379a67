-- SEARCH item USING INDEX item_visibility_type_sort_date_id_span_order_span_end (visibility=? AND type=?)
select 'items' as kind, id as key, state, author_id as author, submitted_at
from "item"
where visibility = 'draft' and type = ? and submitted_at >= ? ;

-- SEARCH r USING INDEX item_visibility_published_at_id (visibility=?)
-- SEARCH a USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
select "r"."id" as "key", "r"."visibility", "r"."state", "r"."author_id", "a"."name" as "author_name", "a"."disabled_at", "r"."submitted_at", "r"."note", "r"."hidden_until", json_object('title', r.title, 'type', r.type) as "label"
from "item" as "r" left join "account" as "a" on "a"."id" = "r"."author_id"
where "r"."visibility" = ?;

-- SCAN item_search VIRTUAL TABLE INDEX 0:M5
select rowid as key
from item_search
where item_search match ?;

-- CO-ROUTINE found
--   COMPOUND QUERY
--     LEFT-MOST SUBQUERY
--       MATERIALIZE drafts
--         MATERIALIZE people
--           SETUP
--             MERGE (UNION)
--               LEFT
--                 MERGE (UNION)
--                   LEFT
--                     MERGE (UNION)
--                       LEFT
--                         MATERIALIZE items
--                           MATERIALIZE roots
--                             SEARCH item USING INDEX item_visibility_published_at_id (visibility=?)
--                           SCAN roots
--                           SEARCH item USING INTEGER PRIMARY KEY (rowid=?)
--                         SCAN items
--                         SEARCH item_person USING PRIMARY KEY (item_id=?)
--                         USE TEMP B-TREE FOR ORDER BY
--                       RIGHT
--                         SCAN items
--                         SEARCH item_contributor USING PRIMARY KEY (item_id=?)
--                         USE TEMP B-TREE FOR ORDER BY
--                   RIGHT
--                     MERGE (UNION)
--                       LEFT
--                         SCAN items
--                         USE TEMP B-TREE FOR ORDER BY
--                       RIGHT
--                         SCAN roots
--                         USE TEMP B-TREE FOR ORDER BY
--               RIGHT
--                 MERGE (UNION)
--                   LEFT
--                     MERGE (UNION)
--                       LEFT
--                         SCAN roots
--                         SEARCH grave USING INTEGER PRIMARY KEY (rowid=?)
--                         USE TEMP B-TREE FOR ORDER BY
--                       RIGHT
--                         SCAN roots
--                         SEARCH person_image USING INTEGER PRIMARY KEY (rowid=?)
--                         USE TEMP B-TREE FOR ORDER BY
--                   RIGHT
--                     MERGE (UNION)
--                       LEFT
--                         SCAN roots
--                         SEARCH relationship USING INTEGER PRIMARY KEY (rowid=?)
--                         USE TEMP B-TREE FOR ORDER BY
--                       RIGHT
--                         SCAN roots
--                         SEARCH relationship USING INTEGER PRIMARY KEY (rowid=?)
--                         USE TEMP B-TREE FOR ORDER BY
--           RECURSIVE STEP
--             SCAN people
--             SEARCH person USING INTEGER PRIMARY KEY (rowid=?)
--             SEARCH person_spouse USING PRIMARY KEY (person_id=?)
--         SCAN person USING INDEX person_drafts
--         BLOOM FILTER ON people (id=?)
--         SEARCH people USING AUTOMATIC COVERING INDEX (id=?)
--       SCAN drafts
--     UNION ALL
--       CO-ROUTINE named
--         MERGE (UNION)
--           LEFT
--             SCAN items
--             SEARCH item_organization USING PRIMARY KEY (item_id=?)
--             USE TEMP B-TREE FOR ORDER BY
--           RIGHT
--             SCAN items
--             USE TEMP B-TREE FOR ORDER BY
--       SCAN o USING INDEX organization_drafts
--       BLOOM FILTER ON named (organization_id=?)
--       SEARCH named USING AUTOMATIC COVERING INDEX (organization_id=?)
--     UNION ALL
--       CO-ROUTINE subjects
--         SETUP
--           MERGE (UNION)
--             LEFT
--               SCAN items
--               SEARCH item_subject USING PRIMARY KEY (item_id=?)
--               USE TEMP B-TREE FOR ORDER BY
--             RIGHT
--               SCAN roots
--               USE TEMP B-TREE FOR ORDER BY
--         RECURSIVE STEP
--           SCAN subjects
--           SEARCH subject USING INTEGER PRIMARY KEY (rowid=?)
--       SCAN subjects
--       SEARCH s USING INTEGER PRIMARY KEY (rowid=?)
--     UNION ALL
--       CO-ROUTINE collections
--         SETUP
--           MERGE (UNION)
--             LEFT
--               SCAN items
--               USE TEMP B-TREE FOR ORDER BY
--             RIGHT
--               SCAN roots
--               USE TEMP B-TREE FOR ORDER BY
--         RECURSIVE STEP
--           SCAN collections
--           SEARCH collection USING INTEGER PRIMARY KEY (rowid=?)
--       SCAN collections
--       SEARCH c USING INTEGER PRIMARY KEY (rowid=?)
--     UNION ALL
--       CO-ROUTINE sides
--         MERGE (UNION)
--           LEFT
--             SCAN drafts
--             SEARCH r USING COVERING INDEX relationship_person1_id (person1_id=?)
--             USE TEMP B-TREE FOR ORDER BY
--           RIGHT
--             SCAN drafts
--             SEARCH r USING COVERING INDEX relationship_person2_id (person2_id=?)
--             USE TEMP B-TREE FOR ORDER BY
--       SCAN r USING INDEX relationship_drafts
--       BLOOM FILTER ON sides (id=?)
--       SEARCH sides USING AUTOMATIC COVERING INDEX (id=?)
--       CORRELATED SCALAR SUBQUERY 28
--         SEARCH other USING INTEGER PRIMARY KEY (rowid=?)
--         CORRELATED SCALAR SUBQUERY 27
--           BLOOM FILTER ON drafts (root=? AND id=?)
--           SEARCH drafts USING AUTOMATIC COVERING INDEX (root=? AND id=?)
--     UNION ALL
--       SCAN drafts
--       SEARCH g USING INDEX grave_person_id (person_id=?)
--     UNION ALL
--       SCAN drafts
--       SEARCH i USING INDEX person_image_person_id (person_id=?)
-- SCAN found
-- USE TEMP B-TREE FOR DISTINCT
with recursive roots(kind, key) as materialized (select 'items', id
from item
where visibility = 'draft' and state = 'waiting'), items(root, id, collection, creator, studio) as materialized (select 'items ' || item.id, item.id, collection_id, creator_id, creator_organization_id
from roots join item on item.id = roots.key
where roots.kind = 'items'), people(root, id) as (
select root, person_id
from items cross join item_person on item_id = items.id
union
select root, person_id
from items cross join item_contributor on item_id = items.id
union
select root, creator
from items
where creator is not null
union
select 'people ' || key, key
from roots
where kind = 'people'
union
select 'graves ' || key, person_id
from roots join grave on grave.id = key
where kind = 'graves'
union
select 'person_images ' || key, person_id
from roots join person_image on person_image.id = key
where kind = 'person_images'
union
select 'relationships ' || key, person1_id
from roots join relationship on relationship.id = key
where kind = 'relationships'
union
select 'relationships ' || key, person2_id
from roots join relationship on relationship.id = key
where kind = 'relationships'
union
select root, spouse_id
from people join person on person.id = people.id and visibility = 'draft' and state <> 'hidden' join person_spouse on person_spouse.person_id = person.id), drafts(root, id) as materialized (select root, person.id
from people join person on person.id = people.id
where visibility = 'draft' and state <> 'hidden'), subjects(root, id) as (
select root, subject_id
from items cross join item_subject on item_id = items.id
union
select 'subjects ' || key, key
from roots
where kind = 'subjects'
union
select root, subject_parent
from subjects join subject on subject.id = subjects.id
where subject_parent is not null and visibility = 'draft' and state <> 'hidden'), collections(root, id) as (
select root, collection
from items
where collection is not null
union
select 'collections ' || key, key
from roots
where kind = 'collections'
union
select root, parent_collection
from collections join collection on collection.id = collections.id
where parent_collection is not null and visibility = 'draft' and state <> 'hidden'), sides(root, id) as (
select root, r.id
from drafts cross join relationship r on r.person1_id = drafts.id
union
select root, r.id
from drafts cross join relationship r on r.person2_id = drafts.id), found(root, kind, key) as (
select root, 'people', id
from drafts
union all
select root, 'organizations', o.id
from (select root, organization_id
from items cross join item_organization on item_id = items.id
union
select root, studio
from items) as named join organization o on o.id = organization_id
where o.visibility = 'draft' and o.state <> 'hidden'
union all
select root, 'subjects', s.id
from subjects join subject s on s.id = subjects.id
where s.visibility = 'draft' and s.state <> 'hidden'
union all
select root, 'collections', c.id
from collections join collection c on c.id = collections.id
where c.visibility = 'draft' and c.state <> 'hidden'
union all
select root, 'relationships', r.id
from sides join relationship r on r.id = sides.id
where r.visibility = 'draft' and r.state in ('waiting', 'returned') and not exists (select 1
from person other
where other.id in (r.person1_id, r.person2_id) and other.visibility = 'draft' and not exists (select 1
from drafts
where drafts.root = sides.root and drafts.id = other.id))
union all
select root, 'graves', g.id
from drafts cross join grave g on g.person_id = drafts.id
where g.visibility = 'draft' and g.state in ('waiting', 'returned')
union all
select root, 'person_images', i.id
from drafts cross join person_image i on i.person_id = drafts.id
where i.visibility = 'draft' and i.state in ('waiting', 'returned'))
select distinct root, kind, key
from found
where root <> kind || ' ' || key;

-- CO-ROUTINE found
--   COMPOUND QUERY
--     LEFT-MOST SUBQUERY
--       MATERIALIZE drafts
--         MATERIALIZE people
--           SETUP
--             MERGE (UNION)
--               LEFT
--                 MERGE (UNION)
--                   LEFT
--                     MERGE (UNION)
--                       LEFT
--                         MATERIALIZE items
--                           MATERIALIZE roots
--                             SCAN CONSTANT ROW
--                           SCAN roots
--                           SEARCH item USING INTEGER PRIMARY KEY (rowid=?)
--                         SCAN items
--                         SEARCH item_person USING PRIMARY KEY (item_id=?)
--                         USE TEMP B-TREE FOR ORDER BY
--                       RIGHT
--                         SCAN items
--                         SEARCH item_contributor USING PRIMARY KEY (item_id=?)
--                         USE TEMP B-TREE FOR ORDER BY
--                   RIGHT
--                     MERGE (UNION)
--                       LEFT
--                         SCAN items
--                         USE TEMP B-TREE FOR ORDER BY
--                       RIGHT
--                         SCAN roots
--                         USE TEMP B-TREE FOR ORDER BY
--               RIGHT
--                 MERGE (UNION)
--                   LEFT
--                     MERGE (UNION)
--                       LEFT
--                         SCAN roots
--                         SEARCH grave USING INTEGER PRIMARY KEY (rowid=?)
--                         USE TEMP B-TREE FOR ORDER BY
--                       RIGHT
--                         SCAN roots
--                         SEARCH person_image USING INTEGER PRIMARY KEY (rowid=?)
--                         USE TEMP B-TREE FOR ORDER BY
--                   RIGHT
--                     MERGE (UNION)
--                       LEFT
--                         SCAN roots
--                         SEARCH relationship USING INTEGER PRIMARY KEY (rowid=?)
--                         USE TEMP B-TREE FOR ORDER BY
--                       RIGHT
--                         SCAN roots
--                         SEARCH relationship USING INTEGER PRIMARY KEY (rowid=?)
--                         USE TEMP B-TREE FOR ORDER BY
--           RECURSIVE STEP
--             SCAN people
--             SEARCH person USING INTEGER PRIMARY KEY (rowid=?)
--             SEARCH person_spouse USING PRIMARY KEY (person_id=?)
--         SCAN people
--         SEARCH person USING INTEGER PRIMARY KEY (rowid=?)
--       SCAN drafts
--     UNION ALL
--       CO-ROUTINE named
--         MERGE (UNION)
--           LEFT
--             SCAN items
--             SEARCH item_organization USING PRIMARY KEY (item_id=?)
--             USE TEMP B-TREE FOR ORDER BY
--           RIGHT
--             SCAN items
--             USE TEMP B-TREE FOR ORDER BY
--       SCAN o USING INDEX organization_drafts
--       BLOOM FILTER ON named (organization_id=?)
--       SEARCH named USING AUTOMATIC COVERING INDEX (organization_id=?)
--     UNION ALL
--       CO-ROUTINE subjects
--         SETUP
--           MERGE (UNION)
--             LEFT
--               SCAN items
--               SEARCH item_subject USING PRIMARY KEY (item_id=?)
--               USE TEMP B-TREE FOR ORDER BY
--             RIGHT
--               SCAN roots
--               USE TEMP B-TREE FOR ORDER BY
--         RECURSIVE STEP
--           SCAN subjects
--           SEARCH subject USING INTEGER PRIMARY KEY (rowid=?)
--       SCAN subjects
--       SEARCH s USING INTEGER PRIMARY KEY (rowid=?)
--     UNION ALL
--       CO-ROUTINE collections
--         SETUP
--           MERGE (UNION)
--             LEFT
--               SCAN items
--               USE TEMP B-TREE FOR ORDER BY
--             RIGHT
--               SCAN roots
--               USE TEMP B-TREE FOR ORDER BY
--         RECURSIVE STEP
--           SCAN collections
--           SEARCH collection USING INTEGER PRIMARY KEY (rowid=?)
--       SCAN collections
--       SEARCH c USING INTEGER PRIMARY KEY (rowid=?)
--     UNION ALL
--       CO-ROUTINE sides
--         MERGE (UNION)
--           LEFT
--             SCAN drafts
--             SEARCH r USING COVERING INDEX relationship_person1_id (person1_id=?)
--             USE TEMP B-TREE FOR ORDER BY
--           RIGHT
--             SCAN drafts
--             SEARCH r USING COVERING INDEX relationship_person2_id (person2_id=?)
--             USE TEMP B-TREE FOR ORDER BY
--       SCAN r USING INDEX relationship_drafts
--       BLOOM FILTER ON sides (id=?)
--       SEARCH sides USING AUTOMATIC COVERING INDEX (id=?)
--       CORRELATED SCALAR SUBQUERY 28
--         SEARCH other USING INTEGER PRIMARY KEY (rowid=?)
--         CORRELATED SCALAR SUBQUERY 27
--           BLOOM FILTER ON drafts (root=? AND id=?)
--           SEARCH drafts USING AUTOMATIC COVERING INDEX (root=? AND id=?)
--     UNION ALL
--       SCAN drafts
--       SEARCH g USING INDEX grave_person_id (person_id=?)
--     UNION ALL
--       SCAN drafts
--       SEARCH i USING INDEX person_image_person_id (person_id=?)
-- SCAN found
-- USE TEMP B-TREE FOR DISTINCT
with recursive roots(kind, key) as materialized (select '', 0
where false), items(root, id, collection, creator, studio) as materialized (select 'items ' || item.id, item.id, collection_id, creator_id, creator_organization_id
from roots join item on item.id = roots.key
where roots.kind = 'items'), people(root, id) as (
select root, person_id
from items cross join item_person on item_id = items.id
union
select root, person_id
from items cross join item_contributor on item_id = items.id
union
select root, creator
from items
where creator is not null
union
select 'people ' || key, key
from roots
where kind = 'people'
union
select 'graves ' || key, person_id
from roots join grave on grave.id = key
where kind = 'graves'
union
select 'person_images ' || key, person_id
from roots join person_image on person_image.id = key
where kind = 'person_images'
union
select 'relationships ' || key, person1_id
from roots join relationship on relationship.id = key
where kind = 'relationships'
union
select 'relationships ' || key, person2_id
from roots join relationship on relationship.id = key
where kind = 'relationships'
union
select root, spouse_id
from people join person on person.id = people.id and visibility = 'draft' and state <> 'hidden' join person_spouse on person_spouse.person_id = person.id), drafts(root, id) as materialized (select root, person.id
from people join person on person.id = people.id
where visibility = 'draft' and state <> 'hidden'), subjects(root, id) as (
select root, subject_id
from items cross join item_subject on item_id = items.id
union
select 'subjects ' || key, key
from roots
where kind = 'subjects'
union
select root, subject_parent
from subjects join subject on subject.id = subjects.id
where subject_parent is not null and visibility = 'draft' and state <> 'hidden'), collections(root, id) as (
select root, collection
from items
where collection is not null
union
select 'collections ' || key, key
from roots
where kind = 'collections'
union
select root, parent_collection
from collections join collection on collection.id = collections.id
where parent_collection is not null and visibility = 'draft' and state <> 'hidden'), sides(root, id) as (
select root, r.id
from drafts cross join relationship r on r.person1_id = drafts.id
union
select root, r.id
from drafts cross join relationship r on r.person2_id = drafts.id), found(root, kind, key) as (
select root, 'people', id
from drafts
union all
select root, 'organizations', o.id
from (select root, organization_id
from items cross join item_organization on item_id = items.id
union
select root, studio
from items) as named join organization o on o.id = organization_id
where o.visibility = 'draft' and o.state <> 'hidden'
union all
select root, 'subjects', s.id
from subjects join subject s on s.id = subjects.id
where s.visibility = 'draft' and s.state <> 'hidden'
union all
select root, 'collections', c.id
from collections join collection c on c.id = collections.id
where c.visibility = 'draft' and c.state <> 'hidden'
union all
select root, 'relationships', r.id
from sides join relationship r on r.id = sides.id
where r.visibility = 'draft' and r.state in ('waiting', 'returned') and not exists (select 1
from person other
where other.id in (r.person1_id, r.person2_id) and other.visibility = 'draft' and not exists (select 1
from drafts
where drafts.root = sides.root and drafts.id = other.id))
union all
select root, 'graves', g.id
from drafts cross join grave g on g.person_id = drafts.id
where g.visibility = 'draft' and g.state in ('waiting', 'returned')
union all
select root, 'person_images', i.id
from drafts cross join person_image i on i.person_id = drafts.id
where i.visibility = 'draft' and i.state in ('waiting', 'returned'))
select distinct root, kind, key
from found
where root <> kind || ' ' || key;

-- SCAN claim
-- SEARCH account USING INTEGER PRIMARY KEY (rowid=?)
select "claim"."kind", "claim"."record_key", "claim"."since", "claim"."until", "account"."id", "account"."name"
from "claim" inner join "account" on "account"."id" = "claim"."account_id"
where "claim"."until" > ? and "account"."disabled_at" is null;

-- SCAN account
select "id", "name"
from "account"
where 1 = 0;
