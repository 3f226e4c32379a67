select count(*)
from item
where item.visibility = 'published' and item.collection_id = any(array(with recursive below(id) as (select asked.value
from json_numbers($1) as asked join collection as named on named.id = asked.value
where named.visibility = 'published'
union
select named.id
from collection as named join below on named.parent_collection = below.id
where named.visibility = 'published')
select id
from below));

with found as materialized (select item.id, item.sort_date as place
from item
where item.visibility = 'published' and item.collection_id = any(array(with recursive below(id) as (select asked.value
from json_numbers($1) as asked join collection as named on named.id = asked.value
where named.visibility = 'published'
union
select named.id
from collection as named join below on named.parent_collection = below.id
where named.visibility = 'published')
select id
from below))), page as (select id, place
from found
order by place asc, id asc
limit $2 offset $3)
select id, (select count(*)
from found) as total
from (select 1) as always left join page on true
order by place asc, id asc;

select { one item }
from json_array_elements_text($1::json)
with ordinality as page(value, key) join item on item.id = page.value::bigint
where item.visibility = 'published'
order by page.key;
