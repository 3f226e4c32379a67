import * as v from 'valibot'
import { society } from '#society'
import type { Db } from '../database/tables.ts'

/** Maximum length of a name in characters. */
const MAX_LENGTH = 120
const line = (what: string) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(`${what} can't be empty.`),
    v.maxLength(MAX_LENGTH, `${what} can have at most ${MAX_LENGTH} characters.`),
    v.regex(/^\P{Cc}*$/u, `${what} has to be a single line.`),
  )

/** What a society can configure in the archive; society.ts has the defaults. */
export const archiveSettings = v.object({
  name: line('The name of the society'),
  siteName: line('The name of the archive'),
  town: line('The town'),
  email: v.pipe(line('The e-mail address'), v.email('Enter an e-mail address such as archive@example.org.')),
})
export type ArchiveSettings = v.InferOutput<typeof archiveSettings>

export const SETTING_NAMES = Object.keys(archiveSettings.entries) as (keyof ArchiveSettings)[]

export async function readSettings(db: Db): Promise<ArchiveSettings> {
  const { name, siteName, town, email } = society
  const rows = await db.selectFrom('setting').selectAll().where('name', 'in', SETTING_NAMES).execute()
  return { name, siteName, town, email, ...Object.fromEntries(rows.map((row) => [row.name, row.value])) }
}

/** Updates some settings. */
export async function writeSettings(db: Db, settings: Partial<ArchiveSettings>): Promise<void> {
  for (const [name, value] of Object.entries(settings)) {
    await db
      .insertInto('setting')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute()
  }
}
