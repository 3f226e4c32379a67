-- SEARCH account USING INDEX sqlite_autoindex_account_1 (email=?)
select *
from "account"
where "email" = ?;
