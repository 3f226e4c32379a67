-- SCAN merge USING INDEX merge_from
select "kind", "from_id", "into_id"
from "merge"
where "undone_at" is null;

-- SCAN merge USING INDEX merge_from
select "kind", "from_id"
from "merge"
where "undone_at" is null and "public" = ?
order by "kind", "from_id";
