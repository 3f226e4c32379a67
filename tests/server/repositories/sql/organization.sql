-- SEARCH organization USING INTEGER PRIMARY KEY (rowid=?)
select "id", "name", "altname", "date_opened", "date_opened_text", "date_closed", "date_closed_text", "description", "visibility"
from "organization"
where "id" = ? and organization.visibility = 'published';
