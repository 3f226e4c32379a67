import type { BackupNote, Fixity } from '#contract/archive-state.ts'
import type { Db, Trx } from '../database/tables.ts'

interface Upkeep {
  fixity: Fixity
  backup: BackupNote
}

/** The last backup or check of checksums; undefined if there was none since this is recorded. */
export async function readUpkeep<What extends keyof Upkeep>(db: Db, what: What): Promise<Upkeep[What] | undefined> {
  const row = await db.selectFrom('upkeep').select('result').where('what', '=', what).executeTakeFirst()
  return row && (JSON.parse(row.result) as Upkeep[What])
}

export async function writeUpkeep<What extends keyof Upkeep>(trx: Trx, what: What, note: Upkeep[What]): Promise<void> {
  const result = JSON.stringify(note)
  await trx
    .insertInto('upkeep')
    .values({ what, result })
    .onConflict((conflict) => conflict.column('what').doUpdateSet({ result }))
    .execute()
}
