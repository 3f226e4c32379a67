import { sql } from 'kysely'
import type { Trx } from '../database/tables.ts'

/** Queues a picture whose public sizes have to be made, in the transaction of the change. */
export async function addPictureTask(trx: Trx, version: string): Promise<void> {
  const created_at = new Date().toISOString()
  await trx
    .insertInto('picture_task')
    .values({ version, created_at })
    .onConflict((conflict) => conflict.column('version').doUpdateSet({ attempts: 0, next_attempt_at: '' }))
    .execute()
}

/** Queues every picture whose sizes may be missing: after a restore, or an import that deferred them. */
export async function queueAllPictures(trx: Trx): Promise<void> {
  const now = new Date().toISOString()
  for (const table of ['scan', 'person_image'] as const) {
    await trx
      .insertInto('picture_task')
      .columns(['version', 'created_at'])
      .expression((of) =>
        of
          .selectFrom(table as 'scan')
          .distinct()
          .select(['version', sql<string>`${now}`.as('created_at')])
          // SQLite would take "on conflict" for a part of a join.
          .where(sql<boolean>`true`),
      )
      .onConflict((conflict) => conflict.column('version').doNothing())
      .execute()
  }
}
