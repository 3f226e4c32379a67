-- SEARCH scan USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH item USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH original USING INDEX sqlite_autoindex_original_1 (sha256=?)
select "original"."sha256", "original"."format", "original"."width", "original"."height", "scan"."watermark", "scan"."color", "scan"."position", "item"."visibility"
from "scan" inner join "item" on "item"."id" = "scan"."item_id" inner join "original" on "original"."sha256" = "scan"."sha256"
where "scan"."id" = ? and (item.visibility = 'published' or item.author_id = ?);
