-- SEARCH archive_state USING INTEGER PRIMARY KEY (rowid=?)
select archive, counter
from archive_state
where id = 1;

-- SCAN CONSTANT ROW
-- SCALAR SUBQUERY 2
--   SEARCH change_log USING COVERING INDEX change_log_counter
-- SCALAR SUBQUERY 3
--   SCAN archive_state
-- SCALAR SUBQUERY 1
--   SEARCH change_log USING INDEX change_log_counter (counter>?)
select exists (select 1
from change_log
where counter > ? and item is null)
where (select min(counter)
from change_log) <= ? and ? <= (select counter
from archive_state);

-- SEARCH change_log USING INDEX change_log_counter (counter>?)
-- USE TEMP B-TREE FOR DISTINCT
select distinct item
from change_log
where counter > ? and item is not null
order by item
limit 2001;

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
select json_object( 'id', item.id, 'type', item.type, 'title', item.title, 'general_description', item.general_description, 'date_start', item.date_start, 'date_end', item.date_end, 'location', (select json_object('id', l.id, 'name', l.name)
from location l
where l.id = item.location_id), 'people', (select json_group_array(json_object('id', p.id, 'first_name', p.first_name, 'middle_name', p.middle_name, 'surname', p.surname, 'date_of_birth', case when p.privacy = 'full' then p.date_of_birth end, 'date_of_death', case when p.privacy = 'full' then p.date_of_death end)
order by x.position, p.id)
from item_person x join person p on p.id = x.person_id
where x.item_id = item.id and p.visibility = 'published'), 'subject', (select json_group_array(json_object('id', s.id, 'subject_name', s.subject_name)
order by x.position, s.id)
from item_subject x join subject s on s.id = x.subject_id
where x.item_id = item.id and s.visibility = 'published'), 'organizations', (select json_group_array(json_object('id', o.id, 'name', o.name)
order by x.position, o.id)
from item_organization x join organization o on o.id = x.organization_id
where x.item_id = item.id and o.visibility = 'published'), 'collection', (with recursive above(id, name, rights, holder, credit, labels, up, far) as (
select c.id, c.collection_name, c.rights, c.rights_holder, c.credit_line, c.local_contexts, c.parent_collection, 1
from collection c
where c.id = item.collection_id and c.visibility = 'published'
union all
select above.id, name, case when above.rights = '' then c.rights else above.rights end, case when above.rights = '' and holder = '' then c.rights_holder else holder end, case when credit = '' then c.credit_line else credit end, case when labels = '' then c.local_contexts else labels end, c.parent_collection, far + 1
from above join collection c on c.id = up and c.visibility = 'published'
where far < 30)
select json_object('id', id, 'collection_name', name, 'rights', rights, 'rights_holder', holder, 'credit_line', credit, 'local_contexts', labels)
from (select *
from above
order by far desc
limit 1) as last), 'item_scans', (select json_group_array(json_object('id', s.id, 'order', s.scan_order, 'width', case when s.turn % 180 = 0 then f.width else f.height end, 'height', case when s.turn % 180 = 0 then f.height else f.width end, 'version', s.version, 'alt', s.alt, 'document', s.document_id, 'page', s.page, 'has_text', json(case when s.text <> '' then 'true' else 'false' end))
order by s.scan_order, s.id)
from scan s join original f on f.sha256 = s.sha256
where s.item_id = item.id and s.hidden_until is null), 'item_files', (select json_group_array(json_object('id', d.id, 'order', d.file_order, 'format', f.format, 'label', d.label, 'file_name', f.file_name, 'bytes', f.bytes, 'pages', f.details ->> '$.pages', 'duration', f.details ->> '$.duration', 'waiting', (select count(*)
from page_task t
where t.document_id = d.id and t.problem = ''), 'failed', (select count(*)
from page_task t
where t.document_id = d.id and t.problem <> ''), 'version', substr(f.sha256, 1, 16))
order by d.file_order, d.id)
from item_file d join original f on f.sha256 = d.sha256
where d.item_id = item.id and d.hidden_until is null), 'externalRecordURL', ifnull(item.external_record_url, ''), 'visibility', item.visibility, 'date_start_text', item.date_start_text, 'date_end_text', item.date_end_text, 'creator', (select json_object('id', p.id, 'first_name', p.first_name, 'middle_name', p.middle_name, 'surname', p.surname, 'date_of_birth', case when p.privacy = 'full' then p.date_of_birth end, 'date_of_death', case when p.privacy = 'full' then p.date_of_death end)
from person p
where p.id = item.creator_id and p.visibility = 'published'), 'creator_organization', (select json_object('id', o.id, 'name', o.name)
from organization o
where o.id = item.creator_organization_id and o.visibility = 'published'), 'contributors', (select json_group_array(json_object('id', p.id, 'first_name', p.first_name, 'middle_name', p.middle_name, 'surname', p.surname, 'date_of_birth', case when p.privacy = 'full' then p.date_of_birth end, 'date_of_death', case when p.privacy = 'full' then p.date_of_death end)
order by x.position, p.id)
from item_contributor x join person p on p.id = x.person_id
where x.item_id = item.id and p.visibility = 'published'), 'archival_identifier', ifnull(item.archival_identifier, ''), 'copyright_info', item.copyright_info, 'rights', item.rights, 'rights_holder', item.rights_holder, 'credit_line', item.credit_line, 'local_contexts', item.local_contexts, 'extent', item.extent, 'language', item.language, 'publisher', item.publisher, 'place_text', item.place_text, 'contributed_by', case when item.credit = 1 and item.visibility = 'published' then (select nullif(a.name, '')
from account a
where a.id = item.author_id and a.disabled_at is null) end, 'published_at', item.published_at, 'updated_at', item.updated_at, 'starred', json(case when item.starred = 1 then 'true' else 'false' end))
from item
where item.id = ? and item.visibility = 'published';

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
select json_object( 'id', item.id, 'type', item.type, 'title', item.title, 'general_description', item.general_description, 'date_start', item.date_start, 'date_end', item.date_end, 'location', (select json_object('id', l.id, 'name', l.name)
from location l
where l.id = item.location_id), 'people', (select json_group_array(json_object('id', p.id, 'first_name', p.first_name, 'middle_name', p.middle_name, 'surname', p.surname, 'date_of_birth', case when (p.privacy = 'full' or p.visibility = 'draft') then p.date_of_birth end, 'date_of_death', case when (p.privacy = 'full' or p.visibility = 'draft') then p.date_of_death end)
order by x.position, p.id)
from item_person x join person p on p.id = x.person_id
where x.item_id = item.id and (p.visibility = 'published' or (p.author_id = :viewer and p.state <> 'hidden'))), 'subject', (select json_group_array(json_object('id', s.id, 'subject_name', s.subject_name)
order by x.position, s.id)
from item_subject x join subject s on s.id = x.subject_id
where x.item_id = item.id and (s.visibility = 'published' or (s.author_id = :viewer and s.state <> 'hidden'))), 'organizations', (select json_group_array(json_object('id', o.id, 'name', o.name)
order by x.position, o.id)
from item_organization x join organization o on o.id = x.organization_id
where x.item_id = item.id and (o.visibility = 'published' or (o.author_id = :viewer and o.state <> 'hidden'))), 'collection', (with recursive above(id, name, rights, holder, credit, labels, up, far) as (
select c.id, c.collection_name, c.rights, c.rights_holder, c.credit_line, c.local_contexts, c.parent_collection, 1
from collection c
where c.id = item.collection_id and (c.visibility = 'published' or (c.author_id = :viewer and c.state <> 'hidden'))
union all
select above.id, name, case when above.rights = '' then c.rights else above.rights end, case when above.rights = '' and holder = '' then c.rights_holder else holder end, case when credit = '' then c.credit_line else credit end, case when labels = '' then c.local_contexts else labels end, c.parent_collection, far + 1
from above join collection c on c.id = up and (c.visibility = 'published' or (c.author_id = :viewer and c.state <> 'hidden'))
where far < 30)
select json_object('id', id, 'collection_name', name, 'rights', rights, 'rights_holder', holder, 'credit_line', credit, 'local_contexts', labels)
from (select *
from above
order by far desc
limit 1) as last), 'item_scans', (select json_group_array(json_object('id', s.id, 'order', s.scan_order, 'width', case when s.turn % 180 = 0 then f.width else f.height end, 'height', case when s.turn % 180 = 0 then f.height else f.width end, 'version', s.version, 'alt', s.alt, 'document', s.document_id, 'page', s.page, 'has_text', json(case when s.text <> '' then 'true' else 'false' end))
order by s.scan_order, s.id)
from scan s join original f on f.sha256 = s.sha256
where s.item_id = item.id and s.hidden_until is null), 'item_files', (select json_group_array(json_object('id', d.id, 'order', d.file_order, 'format', f.format, 'label', d.label, 'file_name', f.file_name, 'bytes', f.bytes, 'pages', f.details ->> '$.pages', 'duration', f.details ->> '$.duration', 'waiting', (select count(*)
from page_task t
where t.document_id = d.id and t.problem = ''), 'failed', (select count(*)
from page_task t
where t.document_id = d.id and t.problem <> ''), 'version', substr(f.sha256, 1, 16))
order by d.file_order, d.id)
from item_file d join original f on f.sha256 = d.sha256
where d.item_id = item.id and d.hidden_until is null), 'externalRecordURL', ifnull(item.external_record_url, ''), 'visibility', item.visibility, 'date_start_text', item.date_start_text, 'date_end_text', item.date_end_text, 'creator', (select json_object('id', p.id, 'first_name', p.first_name, 'middle_name', p.middle_name, 'surname', p.surname, 'date_of_birth', case when (p.privacy = 'full' or p.visibility = 'draft') then p.date_of_birth end, 'date_of_death', case when (p.privacy = 'full' or p.visibility = 'draft') then p.date_of_death end)
from person p
where p.id = item.creator_id and (p.visibility = 'published' or (p.author_id = :viewer and p.state <> 'hidden'))), 'creator_organization', (select json_object('id', o.id, 'name', o.name)
from organization o
where o.id = item.creator_organization_id and (o.visibility = 'published' or (o.author_id = :viewer and o.state <> 'hidden'))), 'contributors', (select json_group_array(json_object('id', p.id, 'first_name', p.first_name, 'middle_name', p.middle_name, 'surname', p.surname, 'date_of_birth', case when (p.privacy = 'full' or p.visibility = 'draft') then p.date_of_birth end, 'date_of_death', case when (p.privacy = 'full' or p.visibility = 'draft') then p.date_of_death end)
order by x.position, p.id)
from item_contributor x join person p on p.id = x.person_id
where x.item_id = item.id and (p.visibility = 'published' or (p.author_id = :viewer and p.state <> 'hidden'))), 'archival_identifier', ifnull(item.archival_identifier, ''), 'copyright_info', item.copyright_info, 'rights', item.rights, 'rights_holder', item.rights_holder, 'credit_line', item.credit_line, 'local_contexts', item.local_contexts, 'extent', item.extent, 'language', item.language, 'publisher', item.publisher, 'place_text', item.place_text, 'contributed_by', case when item.credit = 1 and item.visibility = 'published' then (select nullif(a.name, '')
from account a
where a.id = item.author_id and a.disabled_at is null) end, 'published_at', item.published_at, 'updated_at', item.updated_at, 'starred', json(case when item.starred = 1 then 'true' else 'false' end))
from item
where item.id = ? and (item.visibility = 'published' or (item.author_id = :viewer and item.state <> 'hidden'));

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
select json_object( 'id', item.id, 'type', item.type, 'title', item.title, 'general_description', item.general_description, 'date_start', item.date_start, 'date_end', item.date_end, 'location', (select json_object('id', l.id, 'name', l.name)
from location l
where l.id = item.location_id), 'people', (select json_group_array(json_object('id', p.id, 'first_name', p.first_name, 'middle_name', p.middle_name, 'surname', p.surname, 'date_of_birth', case when true then p.date_of_birth end, 'date_of_death', case when true then p.date_of_death end)
order by x.position, p.id)
from item_person x join person p on p.id = x.person_id
where x.item_id = item.id), 'subject', (select json_group_array(json_object('id', s.id, 'subject_name', s.subject_name)
order by x.position, s.id)
from item_subject x join subject s on s.id = x.subject_id
where x.item_id = item.id), 'organizations', (select json_group_array(json_object('id', o.id, 'name', o.name)
order by x.position, o.id)
from item_organization x join organization o on o.id = x.organization_id
where x.item_id = item.id), 'collection', (with recursive above(id, name, rights, holder, credit, labels, up, far) as (
select c.id, c.collection_name, c.rights, c.rights_holder, c.credit_line, c.local_contexts, c.parent_collection, 1
from collection c
where c.id = item.collection_id
union all
select above.id, name, case when above.rights = '' then c.rights else above.rights end, case when above.rights = '' and holder = '' then c.rights_holder else holder end, case when credit = '' then c.credit_line else credit end, case when labels = '' then c.local_contexts else labels end, c.parent_collection, far + 1
from above join collection c on c.id = up
where far < 30)
select json_object('id', id, 'collection_name', name, 'rights', rights, 'rights_holder', holder, 'credit_line', credit, 'local_contexts', labels)
from (select *
from above
order by far desc
limit 1) as last), 'item_scans', (select json_group_array(json_object('id', s.id, 'order', s.scan_order, 'width', case when s.turn % 180 = 0 then f.width else f.height end, 'height', case when s.turn % 180 = 0 then f.height else f.width end, 'version', s.version, 'alt', s.alt, 'document', s.document_id, 'page', s.page, 'has_text', json(case when s.text <> '' then 'true' else 'false' end))
order by s.scan_order, s.id)
from scan s join original f on f.sha256 = s.sha256
where s.item_id = item.id), 'item_files', (select json_group_array(json_object('id', d.id, 'order', d.file_order, 'format', f.format, 'label', d.label, 'file_name', f.file_name, 'bytes', f.bytes, 'pages', f.details ->> '$.pages', 'duration', f.details ->> '$.duration', 'waiting', (select count(*)
from page_task t
where t.document_id = d.id and t.problem = ''), 'failed', (select count(*)
from page_task t
where t.document_id = d.id and t.problem <> ''), 'version', substr(f.sha256, 1, 16))
order by d.file_order, d.id)
from item_file d join original f on f.sha256 = d.sha256
where d.item_id = item.id), 'externalRecordURL', ifnull(item.external_record_url, ''), 'visibility', item.visibility, 'date_start_text', item.date_start_text, 'date_end_text', item.date_end_text, 'creator', (select json_object('id', p.id, 'first_name', p.first_name, 'middle_name', p.middle_name, 'surname', p.surname, 'date_of_birth', case when true then p.date_of_birth end, 'date_of_death', case when true then p.date_of_death end)
from person p
where p.id = item.creator_id), 'creator_organization', (select json_object('id', o.id, 'name', o.name)
from organization o
where o.id = item.creator_organization_id), 'contributors', (select json_group_array(json_object('id', p.id, 'first_name', p.first_name, 'middle_name', p.middle_name, 'surname', p.surname, 'date_of_birth', case when true then p.date_of_birth end, 'date_of_death', case when true then p.date_of_death end)
order by x.position, p.id)
from item_contributor x join person p on p.id = x.person_id
where x.item_id = item.id), 'archival_identifier', ifnull(item.archival_identifier, ''), 'copyright_info', item.copyright_info, 'rights', item.rights, 'rights_holder', item.rights_holder, 'credit_line', item.credit_line, 'local_contexts', item.local_contexts, 'extent', item.extent, 'language', item.language, 'publisher', item.publisher, 'place_text', item.place_text, 'contributed_by', case when item.credit = 1 and item.visibility = 'published' then (select nullif(a.name, '')
from account a
where a.id = item.author_id and a.disabled_at is null) end, 'published_at', item.published_at, 'updated_at', item.updated_at, 'starred', json(case when item.starred = 1 then 'true' else 'false' end))
from item
where item.id = ? and true;
