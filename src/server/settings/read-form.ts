import type { SettingsForm } from '#contract/settings.ts'
import type { Db } from '../database/tables.ts'
import { readAudit } from '../records/audit.ts'
import { versionOf } from '../records/fields.ts'
import { readSettings } from '../repositories/settings.ts'
import { readLogo } from './logo.ts'
import { isFirstRun } from './first-run.ts'

/** What the settings page shows. */
export async function readSettingsForm(db: Db): Promise<SettingsForm> {
  const [last] = await readAudit(db, { kind: 'settings' })
  const settings = await readSettings(db)
  return {
    settings,
    version: versionOf(settings),
    logo: (await readLogo(db)) ?? null,
    first_run: await isFirstRun(db),
    changed: last ? { at: last.at, by: last.actor } : null,
  }
}
