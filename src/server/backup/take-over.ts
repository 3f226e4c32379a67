import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { openDatabase } from '../database/open.ts'
import { requestRebuild } from '../publishing/request-rebuild.ts'

/**
 * Makes of a database that was proven the one of the restored archive, before it takes its place: brought to the latest migration, with a
 * new name of the archive (answers that clients kept from the time after the backup must not pass for current ones), every session ended,
 * nothing left to send or to reset that has been sent or used since, all pictures to be made again, the site to be built again.
 */
export async function takeOver(stagedDatabase: string, madeAt: string): Promise<void> {
  const db = await openDatabase(stagedDatabase)
  try {
    await db.transaction().execute(async (trx) => {
      const now = new Date().toISOString()
      await trx
        .updateTable('archive_state')
        .set({ archive: randomBytes(6).toString('hex'), counter: sql`counter + 1` })
        .execute()
      await trx
        .updateTable('account')
        .set({ epoch: sql`epoch + 1` })
        .execute()
      await trx.deleteFrom('mail').execute()
      await trx.deleteFrom('account_token').where('purpose', '=', 'reset').execute()
      for (const table of ['scan', 'person_image']) {
        await sql`insert or ignore into picture_task (version, created_at) select distinct version, ${now} from ${sql.table(table)}`.execute(
          trx,
        )
      }
      await trx.updateTable('build').set({ state: 'failed', finished_at: now }).where('state', '=', 'running').execute()
      await requestRebuild(trx, `The archive was restored from the backup of ${madeAt.slice(0, 10)}.`)
    })
  } finally {
    await db.destroy()
  }
}
