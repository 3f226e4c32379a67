import { CompiledQuery, type Kysely } from 'kysely'
import { isPostgres } from '../dialects/is-postgres.ts'
import { TAGS_WRITTEN } from '../postgres/listed-items.ts'

/** Items have an organization as their creator, too: they are found by it as by the organizations in them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => db.executeQuery(CompiledQuery.raw(statement))
  const onPostgres = isPostgres(db)
  // PostgreSQL alters no table while rows of it wait to be checked.
  if (onPostgres) for (const when of ['immediate', 'deferred']) await run(`set constraints all ${when}`)
  await run(`alter table item add column creator_organization_id ${onPostgres ? 'bigint' : 'integer'}
    references organization(id) deferrable initially deferred`)
  await run(
    `create index item_creator_organization on item (creator_organization_id)${onPostgres ? ' include (id)' : ''}`,
  )
  if (onPostgres) await run(TAGS_WRITTEN)
}
