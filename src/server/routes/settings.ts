import type { ArchiveDatabase } from '../database/open.ts'
import { inTransaction } from '../database/write.ts'
import { noContent, type Mount } from '../http/mount.ts'
import { readStoredSettings } from '../repositories/settings.ts'
import { postponeFirstRun } from '../settings/first-run.ts'
import { readSettingsForm } from '../settings/read-form.ts'
import { writeSettings } from '../settings/write-settings.ts'

interface Deps {
  db: ArchiveDatabase
  reader: ArchiveDatabase
}

/** The society's settings (our additions). */
export function mountSettings(mount: Mount, { db, reader }: Deps): void {
  mount('settings', () => readStoredSettings(reader))
  mount('settingsForm', () => readSettingsForm(reader), { live: true })
  mount('editSettings', ({ body, caller }) =>
    inTransaction(db, async (trx) => {
      await writeSettings(trx, body, caller)
      return await readSettingsForm(trx)
    }),
  )
  mount('postponeSettings', () => noContent(inTransaction(db, postponeFirstRun)))
}
