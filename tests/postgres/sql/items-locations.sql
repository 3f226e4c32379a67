select count(*)
from item
where item.visibility = 'published' and item.location_id = any(json_ids($1));

with page as materialized (select item.id, item.sort_date as place
from item
where item.visibility = 'published' and item.location_id = any(json_ids($1))
order by place asc, item.id asc
limit $2 offset $3)
select { one item }
from page join item on item.id = page.id
order by page.place asc, page.id asc;
