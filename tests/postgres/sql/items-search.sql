select count(*)
from (select 1
from item_search as item
where item.visibility = 'published' and item.words @@ search_query($1)
limit 20001) as found;

with found as materialized (select item.rowid as id, bm25(item_search, 10, 1, 4, 8, 4) as place
from item_search as item
where item.visibility = 'published' and item.words @@ search_query($1)
limit 20000), page as (select id, place
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

with found as materialized (select id, -($6::float8 * (count0 * 2.2 / (count0 + saturation)) + $7::float8 * (count1 * 2.2 / (count1 + saturation))) as place
from (select item.rowid as id, round(10 * ts_rank_cd('{0.1, 0.4, 0.8, 1}', words, $4::tsquery)) as count0, round(10 * ts_rank_cd('{0.1, 0.4, 0.8, 1}', words, $5::tsquery)) as count1, 1.2 * (0.25 + 0.75 * length::float8 / $8::float8) as saturation
from item_search as item
where item.visibility = 'published' and item.words @@ search_query($1) offset 0) as counted
where true
limit 20000), page as (select id, place
from found
order by place asc, id asc
limit $2 offset $3)
select id, (select count(*)
from found) as total
from (select 1) as always left join page on true
order by place asc, id asc;

with found as materialized (select id, -($6::float8 * (count0 * 2.2 / (count0 + saturation)) + $7::float8 * (count1 * 2.2 / (count1 + saturation))) as place
from (select item.rowid as id, round(10 * ts_rank_cd('{0.1, 0.4, 0.8, 1}', words, $4::tsquery)) as count0, round(10 * ts_rank_cd('{0.1, 0.4, 0.8, 1}', words, $5::tsquery)) as count1, 1.2 * (0.25 + 0.75 * length::float8 / $8::float8) as saturation
from item_search as item
where item.visibility = 'published' and item.words @@ search_query($1) and (ts_rank(words, $4::tsquery) > 0) offset 0) as counted
where true and (count0 > 0)
limit 20000), page as (select id, place
from found
order by place asc, id asc
limit $2 offset $3)
select id, (select count(*)
from found) as total
from (select 1) as always left join page on true
order by place asc, id asc;

with found as materialized (select id, -($6::float8 * (count0 * 2.2 / (count0 + saturation)) + $7::float8 * (count1 * 2.2 / (count1 + saturation))) as place
from (select item.rowid as id, round(10 * ts_rank_cd('{0.1, 0.4, 0.8, 1}', words, $4::tsquery)) as count0, round(10 * ts_rank_cd('{0.1, 0.4, 0.8, 1}', words, $5::tsquery)) as count1, 1.2 * (0.25 + 0.75 * length::float8 / $8::float8) as saturation
from item_search as item
where item.visibility = 'published' and $1::text is not null and (ts_rank(words, $4::tsquery) > 0 or ts_rank(words, $5::tsquery) > 0) offset 0) as counted
where true and (count0 > 0 or count1 > 0)
limit 20000), page as (select id, place
from found
order by place asc, id asc
limit $2 offset $3)
select id, (select count(*)
from found) as total
from (select 1) as always left join page on true
order by place asc, id asc;
