-- SEARCH employment USING INDEX employment_person_id (person_id=?)
select "id", "person_id" as "person", "organization_id" as "organization", "date_start", "date_start_text", "date_end", "date_end_text"
from "employment"
where "person_id" = ?
order by "id";
