-- SEARCH named EXISTS USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH ownership USING INDEX ownership_person_id (person_id=?)
-- CORRELATED SCALAR SUBQUERY 1
--   SEARCH known USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 2
--   SEARCH known USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 3
--   SEARCH known USING INTEGER PRIMARY KEY (rowid=?)
select "id", "lot_num" as "lot", "person_id" as "person", case when exists (select 1
from person as known
where known.id = "ownership"."person_id" and known.privacy = 'full') then "date" end as "date", case when exists (select 1
from person as known
where known.id = "ownership"."person_id" and known.privacy = 'full') then "date_text" else '' end as "date_text", case when exists (select 1
from person as known
where known.id = "ownership"."person_id" and known.privacy = 'full') then "source" else '' end as "source"
from "ownership"
where exists (select 1
from "person" as named
where named.id = "ownership"."person_id" and named.visibility = 'published') and "person_id" = ?
order by "id";
