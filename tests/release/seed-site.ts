import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { codeVersion } from '#release/code-version.ts'
import type { ReleaseOptions } from '#release/make-release.ts'
import { lockFile } from '#locks/lock-file.ts'
import { importBundle } from '#server/bundle/import-bundle.ts'
import { root, runToEnd } from '../e2e/setup/process.ts'
import { HOSTILE_TEXTS } from '../fixtures/hostile-texts.ts'
import { addRecords, openTestArchive, TEST_ACCOUNTS, type TestArchive } from '../server/fixtures.ts'
import { LONG_LIST } from './update-edits.ts'

/** A build that goes on from the seed has this SITE_URL and no API_URL. */
export const SITE_URL = 'https://town.example'

const CACHE = join(root, 'node_modules/.cache/built-sites')
/** Milliseconds that another worker may take to build it. */
const LONGEST = 300_000

/** A contributor who agreed to be named, with the first of the hostile items, and one of all the others who did not. */
export const [AGREED, SILENT] = ['Wilhelmina Zqagreed', 'Ottilie Zqsilent']

/**
 * Gives a data folder the site of the small town with hostile texts and a long list, built by this version of the code: its next build updates that instead of building
 * everything, and its search index too, as all these are withdrawn. It is built once for all tests, by the first that asks.
 */
export async function seedSite(dataDir: string): Promise<void> {
  mkdirSync(CACHE, { recursive: true })
  const lock = lockFile(join(CACHE, 'lock'), 'exclusive', LONGEST)
  if (!lock) throw new Error('Another process builds the site that tests begin with, and does not end.')
  try {
    const site = join(CACHE, `${codeVersion()}-${statSync(import.meta.filename).mtimeMs}`)
    if (!existsSync(site)) await buildSeed(site)
    cpSync(site, join(dataDir, 'site'), { recursive: true, verbatimSymlinks: true })
  } finally {
    lock.release()
  }
}

/** A build in this process that goes on from the seed; `api` is the address of the archive's own API. */
export const seedOptions = (dataDir: string, api: string): ReleaseOptions => ({
  siteFolder: join(dataDir, 'site'),
  ...{ api, source: 'this archive', apiBase: '', site: SITE_URL },
  incremental: true,
})

async function buildSeed(site: string): Promise<void> {
  for (const name of readdirSync(CACHE)) if (name !== 'lock') rmSync(join(CACHE, name), { recursive: true })
  const town = await openTestArchive()
  try {
    await addSeedRecords(town)
    await runToEnd(['scripts/build-site.ts'], { ...process.env, DATA_DIR: town.folder, SITE_URL })
    cpSync(join(town.folder, 'site'), `${site}.half`, { recursive: true, verbatimSymlinks: true })
    renameSync(`${site}.half`, site)
  } finally {
    await town.close()
  }
}

async function addSeedRecords({ db, media }: TestArchive): Promise<void> {
  const { imported } = await importBundle({ folder: resolve('tests/fixtures/hostile-texts'), db, media })
  if (!imported) throw new Error('The hostile texts are refused.')
  // Each a record of its own: the newest are on the map page, in <noscript> as well.
  const items = HOSTILE_TEXTS.map((text, at) => ({ id: 910_000 + at, title: text, general_description: text }))
  await addRecords(db, { items })
  await addRecords(db, LONG_LIST)
  const { volunteer, otherVolunteer } = TEST_ACCOUNTS
  await db.updateTable('account').set({ name: AGREED }).where('id', '=', volunteer.id).execute()
  await db.updateTable('account').set({ name: SILENT }).where('id', '=', otherVolunteer.id).execute()
  await db.updateTable('item').set({ author_id: otherVolunteer.id, credit: 0 }).execute()
  await db.updateTable('item').set({ author_id: volunteer.id, credit: 1 }).where('id', '=', items[0]!.id).execute()
}
