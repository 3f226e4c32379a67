-- SEARCH ownership USING INDEX ownership_person_id (person_id=?)
select "id", "lot_num" as "lot", "person_id" as "person", "date", "date_text", "source"
from "ownership"
where "person_id" = ?
order by "id";
