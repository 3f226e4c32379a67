select count(*)
from item
where item.visibility = 'published' and item.id in (select item_id
from item_subject
where subject_id in (select named.id
from json_numbers($1) as asked join subject as named on named.id = asked.value
where named.visibility = 'published'));

with found as materialized (select item.id, item.sort_date as place
from item
where item.visibility = 'published' and item.id in (select item_id
from item_subject
where subject_id in (select named.id
from json_numbers($1) as asked join subject as named on named.id = asked.value
where named.visibility = 'published'))), page as materialized (select id, place, (select count(*)
from found) as total
from found
order by place asc, id asc
limit $2 offset $3)
select { one item }, total
from page join item on item.id = page.id
order by page.place asc, page.id asc;
