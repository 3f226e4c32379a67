import { CompiledQuery, type Kysely } from 'kysely'
import { defaultSettings } from '#rules/settings/society-settings.ts'

type Settings = Readonly<Record<string, unknown>>

/** What src/society.ts said, as it came, until a new archive got a name of its own. */
const FORMER: Settings = {
  name: 'Brannock Bay Historical Society',
  siteName: 'Brannock Bay Archive',
  town: 'Brannock Bay, Ontario',
  email: 'archive@brannockbay.example',
  mainWebsite: 'https://www.brannockbay.example/',
  donate: 'https://www.brannockbay.example/donate/',
  tutorial: 'https://www.youtube.com/watch?v=brannockbay1',
  watermarkText: 'Brannock Bay Historical Society',
}
/** What it says of the same since then. */
const SINCE: Settings = {
  ...{
    name: 'Local History Society',
    siteName: 'Local History Archive',
    town: 'our town',
    email: 'archive@example.org',
  },
  ...{ mainWebsite: '', donate: '', tutorial: '', watermarkText: '' },
}

/** What an archive showed of these: as src/society.ts says, where somebody has edited it, otherwise as it said before. */
export const formerNames = (now: Settings): Settings =>
  Object.fromEntries(
    Object.entries(FORMER).map(([name, former]) => [name, now[name] === SINCE[name] ? former : now[name]]),
  )

/** An archive in use keeps the names that it had from src/society.ts: they become its settings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string, parameters: readonly unknown[] = []) =>
    db.executeQuery<{ used: number }>(CompiledQuery.raw(statement, [...parameters]))
  const { rows } = await run(
    'select exists (select 1 from item) or exists (select 1 from location) or exists (select 1 from person) as used',
  )
  if (!rows[0]!.used) return
  for (const [name, value] of Object.entries(formerNames({ ...defaultSettings() })))
    await run('insert into setting (name, value) values (?, ?) on conflict (name) do nothing', [name, value])
}
