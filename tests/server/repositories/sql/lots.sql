-- SEARCH lot USING INDEX lot_location_id (location_id=?)
-- USE TEMP B-TREE FOR ORDER BY
select "lot_num" as "lotNum", "location_id" as "location"
from "lot"
where "location_id" = ?
order by "lot_num";
