-- SEARCH r USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH a USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
-- CORRELATED SCALAR SUBQUERY 1
--   SEARCH person USING INTEGER PRIMARY KEY (rowid=?)
select "r"."id" as "key", "r"."visibility", "r"."state", "r"."author_id", "a"."name" as "author_name", "a"."disabled_at", "r"."submitted_at", "r"."note", "r"."hidden_until", (select json_object('first_name', first_name, 'middle_name', middle_name, 'surname', surname)
from person
where id = "r"."id") as "label"
from "person" as "r" left join "account" as "a" on "a"."id" = "r"."author_id"
where "r"."id" = ?;

-- SEARCH person USING INTEGER PRIMARY KEY (rowid=?)
select "id", "first_name", "middle_name", "surname", "date_of_birth", "date_of_death", "visibility", "state"
from "person"
where "id" = ?;

-- SCAN person
-- CORRELATED SCALAR SUBQUERY 1
--   SCAN word VIRTUAL TABLE INDEX 1:
-- CORRELATED SCALAR SUBQUERY 2
--   SCAN word VIRTUAL TABLE INDEX 1:
select "id", "first_name", "middle_name", "surname", "date_of_birth", "date_of_death", "visibility", "state"
from "person"
where "id" <> ? and (not exists (select 1
from json_each(?) as word
where instr("person"."search", word.value) = 0) or not exists (select 1
from json_each(?) as word
where instr("person"."search", word.value) = 0));

-- SEARCH r USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH a USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
select "r"."id" as "key", "r"."visibility", "r"."state", "r"."author_id", "a"."name" as "author_name", "a"."disabled_at", "r"."submitted_at", "r"."note", "r"."hidden_until", json_object('id', r.id, 'name', r.name) as "label"
from "organization" as "r" left join "account" as "a" on "a"."id" = "r"."author_id"
where "r"."id" = ?;

-- SCAN organization
select id, visibility, state, json_array(name, json(altname)) as names
from "organization";
