-- CO-ROUTINE places
--   SEARCH item USING INDEX item_author (author_id=?)
--   USE TEMP B-TREE FOR GROUP BY
-- SCAN places
select json_group_array(json_object('location', location, 'count', items))
from (select item.location_id as location, count(*) as items
from item
where item.visibility = 'draft' and item.state <> 'hidden' and item.author_id = :viewer and item.type = ? and item.location_id is not null group by location
order by location) as places;
