import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { readIdMarks, writeIdMarks, type IdMarks } from '../database/id-marks.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import { requestRebuild } from '../jobs/builds.ts'
import { queueAllPictures } from '../jobs/queue-picture.ts'
import { highestIds } from '../database/migrations/0006-lasting-ids.ts'

export const newIdentity = () => ({ archive: randomBytes(6).toString('hex'), generation: 1 })

interface Restored {
  identity: ReturnType<typeof newIdentity>
  madeAt: string
  /** Ids that the previous archive has assigned since the backup; they are not assigned again. */
  highest: IdMarks
}

/**
 * Turns the loaded database of a backup into that of the restored archive, in one transaction: a new archive id (so neither caches nor the other half of the previous archive match), no
 * sessions, unsent letters or reset links, everything queued to be made again.
 */
export async function prepareRows(db: ArchiveDatabase, { identity, madeAt, highest }: Restored): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const marks = await readIdMarks(trx)
    for (const [name, mark] of highest) marks.set(name, Math.max(mark, marks.get(name) ?? 0))
    await writeIdMarks(trx, marks)
    const now = new Date().toISOString()
    await trx
      .updateTable('archive_state')
      .set({ ...identity, counter: sql`counter + 1` })
      .execute()
    await trx
      .updateTable('account')
      .set({ epoch: sql`epoch + 1` })
      .execute()
    await trx.deleteFrom('session').execute()
    await trx.deleteFrom('mail').execute()
    await trx.deleteFrom('account_token').where('purpose', '=', 'reset').execute()
    await queueAllPictures(trx)
    await trx.updateTable('build').set({ state: 'failed', finished_at: now }).where('state', '=', 'running').execute()
    await requestRebuild(trx, `The archive was restored from the backup of ${madeAt.slice(0, 10)}.`)
  })
}

/** Reads them from a database of any version that nobody writes to. Empty where there is none, or it can't be read. */
export function readHighestIds(database: string): IdMarks {
  if (!existsSync(database)) return new Map()
  try {
    using sqlite = new DatabaseSync(database, { readOnly: true })
    const tables = sqlite.prepare(`select name from sqlite_schema where type = 'table'`).all()
    const rows = sqlite.prepare(highestIds(new Set(tables.map(({ name }) => String(name))))).all()
    return new Map(rows.map(({ name, highest }) => [String(name), Number(highest)]))
  } catch {
    return new Map()
  }
}
