-- SEARCH organization USING INTEGER PRIMARY KEY (rowid=?)
select "id", "name", "altname", "date_opened", "date_opened_text", "date_closed", "date_closed_text", "description"
from "organization"
where "id" = ?;
