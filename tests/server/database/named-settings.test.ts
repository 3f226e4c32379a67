import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { DEMO_SETTINGS } from '#demo/settings.ts'
import { UNNAMED, defaultSettings } from '#rules/settings/society-settings.ts'
import { formerNames } from '#server/database/migrations/0020-named-settings.ts'
import { openDatabase } from '#server/database/open.ts'
import { readSettings, readStoredSettings } from '#server/repositories/settings.ts'
import { makeOldArchive } from './old-archive.ts'

const folder = mkdtempSync(join(tmpdir(), 'lotline-test-'))
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))

async function updated(file: string, ...statements: string[]) {
  const old = await makeOldArchive(join(folder, file), '0019-watermark-size')
  for (const statement of statements) old.sqlite.exec(statement)
  await old.destroy()
  return await openDatabase(old.file)
}
const ITEM = "insert into location (id, name, address, altnames, search) values (1, 'Lot 1', '', '[]', '')"

test('an archive in use keeps the names that society.ts gave it, and what it has set itself', async () => {
  await using db = await updated('used.db', ITEM, "insert into setting (name, value) values ('town', 'Perth')")
  const links = {
    mainWebsite: 'https://www.brannockbay.example/',
    donate: 'https://www.brannockbay.example/donate/',
    tutorial: 'https://www.youtube.com/watch?v=brannockbay1',
  }
  const named = { ...DEMO_SETTINGS, ...links, watermarkText: DEMO_SETTINGS.name }
  expect(await readStoredSettings(db)).toEqual({ ...named, town: 'Perth' })
})

test('an archive without records, and a new one, have no name yet', async () => {
  await using old = await updated('empty.db')
  await using fresh = await openDatabase(join(folder, 'new.db'))
  for (const db of [old, fresh]) {
    expect(await readStoredSettings(db)).toEqual({})
    expect(await readSettings(db)).toMatchObject(UNNAMED)
  }
})

test('what a society wrote in society.ts comes before what it said as it came', () => {
  const edited = { ...defaultSettings(), name: 'Perth Museum', donate: 'https://perth.example/' }
  expect(formerNames(edited)).toMatchObject({
    name: 'Perth Museum',
    donate: 'https://perth.example/',
    town: 'Brannock Bay, Ontario',
  })
})
