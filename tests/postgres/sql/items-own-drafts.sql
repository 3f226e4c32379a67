select count(*)
from item
where item.visibility = 'draft' and item.author_id = $1::bigint;

select item.id, item.sort_date as place
from item
where item.visibility = 'draft' and item.author_id = $3::bigint
order by place asc, item.id asc
limit $1 offset $2;

select json_build_object( 'id', item.id, 'type', item.type, 'title', item.title, 'general_description', item.general_description, 'date_start', item.date_start, 'date_end', item.date_end, 'location', (select json_build_object('id', l.id, 'name', l.name)
from location l
where l.id = item.location_id), 'people', (select coalesce(json_agg(json_build_object('id', p.id, 'first_name', p.first_name, 'middle_name', p.middle_name, 'surname', p.surname, 'date_of_birth', p.date_of_birth, 'date_of_death', p.date_of_death)
order by x.position, p.id), '[]')
from item_person x join person p on p.id = x.person_id
where x.item_id = item.id and (p.visibility = 'published' or p.author_id = $2::bigint)), 'subject', (select coalesce(json_agg(json_build_object('id', s.id, 'subject_name', s.subject_name)
order by x.position, s.id), '[]')
from item_subject x join subject s on s.id = x.subject_id
where x.item_id = item.id and (s.visibility = 'published' or s.author_id = $2::bigint)), 'organizations', (select coalesce(json_agg(json_build_object('id', o.id, 'name', o.name)
order by x.position, o.id), '[]')
from item_organization x join organization o on o.id = x.organization_id
where x.item_id = item.id and (o.visibility = 'published' or o.author_id = $2::bigint)), 'collection', (select json_build_object('id', c.id, 'collection_name', c.collection_name)
from collection c
where c.id = item.collection_id and (c.visibility = 'published' or c.author_id = $2::bigint)), 'item_scans', (select coalesce(json_agg(json_build_object('id', s.id, 'order', s.scan_order, 'width', f.width, 'height', f.height, 'version', s.version)
order by s.scan_order, s.id), '[]')
from scan s join original f on f.sha256 = s.sha256
where s.item_id = item.id), 'externalRecordURL', coalesce(item.external_record_url, ''), 'visibility', item.visibility, 'date_start_text', item.date_start_text, 'date_end_text', item.date_end_text, 'creator', (select json_build_object('id', p.id, 'first_name', p.first_name, 'middle_name', p.middle_name, 'surname', p.surname, 'date_of_birth', p.date_of_birth, 'date_of_death', p.date_of_death)
from person p
where p.id = item.creator_id and (p.visibility = 'published' or p.author_id = $2::bigint)), 'contributors', (select coalesce(json_agg(json_build_object('id', p.id, 'first_name', p.first_name, 'middle_name', p.middle_name, 'surname', p.surname, 'date_of_birth', p.date_of_birth, 'date_of_death', p.date_of_death)
order by x.position, p.id), '[]')
from item_contributor x join person p on p.id = x.person_id
where x.item_id = item.id and (p.visibility = 'published' or p.author_id = $2::bigint)), 'archival_identifier', coalesce(item.archival_identifier, ''), 'copyright_info', item.copyright_info, 'contributed_by', case when item.credit = 1 and item.visibility = 'published' then (select nullif(a.name, '')
from account a
where a.id = item.author_id and a.disabled_at is null) end, 'published_at', item.published_at, 'updated_at', item.updated_at)
from json_array_elements_text($1::json)
with ordinality as page(value, key) join item on item.id = page.value::bigint
where item.visibility = 'draft' and item.author_id = $2::bigint
order by page.key;
