-- SEARCH organization USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 1
--   SEARCH last_changed USING PRIMARY KEY (kind=? AND id=?)
select "id", "name", "altname", "date_opened", "date_opened_text", "date_closed", "date_closed_text", "description", "same_as", "visibility", (select at
from last_changed
where kind = 'organization' and last_changed.id = "organization"."id") as "updated_at"
from "organization"
where "id" = ? and organization.visibility = 'published';
