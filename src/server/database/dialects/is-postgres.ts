import { PostgresAdapter, type Kysely } from 'kysely'

/** True for an archive on PostgreSQL, also in a transaction. Apart from the dialect, so that an archive on SQLite does not load its driver. */
export const isPostgres = (db: Pick<Kysely<unknown>, 'getExecutor'>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter
