select count(*)
from item
where item.visibility = 'published' and item.id in (select *
from (select item_id
from item_person
where person_id = $1 and exists (select 1
from person as named
where named.id = $1 and named.visibility = 'published')
union
select item_id
from item_contributor
where person_id = $2 and exists (select 1
from person as named
where named.id = $2 and named.visibility = 'published')
union
select id
from item
where creator_id = $3 and exists (select 1
from person as named
where named.id = $3 and named.visibility = 'published')) as one
intersect
select *
from (select item_id
from item_person
where person_id = $4 and exists (select 1
from person as named
where named.id = $4 and named.visibility = 'published')
union
select item_id
from item_contributor
where person_id = $5 and exists (select 1
from person as named
where named.id = $5 and named.visibility = 'published')
union
select id
from item
where creator_id = $6 and exists (select 1
from person as named
where named.id = $6 and named.visibility = 'published')) as one);

with found as materialized (select item.id, item.sort_date as place
from item
where item.visibility = 'published' and item.id in (select *
from (select item_id
from item_person
where person_id = $1 and exists (select 1
from person as named
where named.id = $1 and named.visibility = 'published')
union
select item_id
from item_contributor
where person_id = $2 and exists (select 1
from person as named
where named.id = $2 and named.visibility = 'published')
union
select id
from item
where creator_id = $3 and exists (select 1
from person as named
where named.id = $3 and named.visibility = 'published')) as one
intersect
select *
from (select item_id
from item_person
where person_id = $4 and exists (select 1
from person as named
where named.id = $4 and named.visibility = 'published')
union
select item_id
from item_contributor
where person_id = $5 and exists (select 1
from person as named
where named.id = $5 and named.visibility = 'published')
union
select id
from item
where creator_id = $6 and exists (select 1
from person as named
where named.id = $6 and named.visibility = 'published')) as one))
select id, (select count(*)
from found) as total
from found
order by place asc, id asc
limit $7 offset $8;

select { one item }
from json_array_elements_text($1::json)
with ordinality as page(value, key) join item on item.id = page.value::bigint
where item.visibility = 'published'
order by page.key;
