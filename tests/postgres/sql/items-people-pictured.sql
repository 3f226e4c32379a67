select count(*)
from item
where item.visibility = 'published' and item.id in (select item_id
from item_person
where person_id = any(json_ids($1)) and person_id not in (select named.id
from person as named
where named.id = any(json_ids($1)) and not coalesce(named.visibility = 'published', false)));

with found as materialized (select item.id, item.sort_date as place
from item
where item.visibility = 'published' and item.id in (select item_id
from item_person
where person_id = any(json_ids($1)) and person_id not in (select named.id
from person as named
where named.id = any(json_ids($1)) and not coalesce(named.visibility = 'published', false)))), page as (select id, place
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
