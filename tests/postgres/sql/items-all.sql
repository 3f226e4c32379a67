select count(*)
from item
where item.visibility = 'published';

with page as materialized (select item.id, item.sort_date as place
from item
where item.visibility = 'published'
order by place asc, item.id asc
limit $1 offset $2)
select { one item }
from page join item on item.id = page.id
order by page.place asc, page.id asc;
