-- SEARCH named EXISTS USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH employment USING INDEX employment_person_id (person_id=?)
-- SEARCH named EXISTS USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 1
--   SEARCH known USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 2
--   SEARCH known USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 3
--   SEARCH known USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 4
--   SEARCH known USING INTEGER PRIMARY KEY (rowid=?)
select "id", "person_id" as "person", "organization_id" as "organization", case when exists (select 1
from person as known
where known.id = "employment"."person_id" and known.privacy = 'full') then "date_start" end as "date_start", case when exists (select 1
from person as known
where known.id = "employment"."person_id" and known.privacy = 'full') then "date_end" end as "date_end", case when exists (select 1
from person as known
where known.id = "employment"."person_id" and known.privacy = 'full') then "date_start_text" else '' end as "date_start_text", case when exists (select 1
from person as known
where known.id = "employment"."person_id" and known.privacy = 'full') then "date_end_text" else '' end as "date_end_text"
from "employment"
where exists (select 1
from "person" as named
where named.id = "employment"."person_id" and named.visibility = 'published') and exists (select 1
from "organization" as named
where named.id = "employment"."organization_id" and named.visibility = 'published') and "person_id" = ?
order by "id";
