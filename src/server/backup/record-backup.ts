import type { BackupNote } from '#contract/operations.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import { inTransaction } from '../database/write.ts'
import { writeUpkeep } from '../jobs/upkeep.ts'
import type { Manifest } from './format.ts'

/** Keeps the note of a backup for the state page, once its file is in place. */
export async function recordBackup(db: ArchiveDatabase, { made_at, counts, files }: Manifest): Promise<void> {
  const bytes = files.reduce((sum, each) => sum + each.bytes, 0)
  const originals = files.filter(({ path }) => path.startsWith('originals/')).length
  const note: BackupNote = { made_at, bytes, items: counts['item'] ?? 0, originals }
  await inTransaction(db, (trx) => writeUpkeep(trx, 'backup', note))
}
