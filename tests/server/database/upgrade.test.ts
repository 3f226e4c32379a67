import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { MIGRATIONS } from '#server/database/migrate.ts'
import { openDatabase, type ArchiveDatabase } from '#server/database/open.ts'
import { lockServer } from '#server/database/archive-locks.ts'
import { openArchive } from '#server/identity/open-archive.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { rounds } from '../../setup/length.ts'
import { freshFolder } from '../bundle/fresh-archive.ts'
import { cutUpgrade, makeOldTown } from './cut-upgrade.ts'
import { seldom } from '../../setup/seldom.ts'

const NAMES = Object.keys(MIGRATIONS)
/** Each n-th statement. Of 50, only every sixth migration is cut, after its first one. */
const EVERY = rounds('UPGRADE_CUTS', 50, 5)
const isTried = (at: number) => EVERY < 50 || at % 6 === 0

const schemaOf = ({ sqlite }: ArchiveDatabase) =>
  sqlite
    .prepare(`select sql from sqlite_schema where sql is not null and name not glob 'sqlite_*' order by sql`)
    .all()
    .map(({ sql }) => String(sql))

const recordsOf = ({ sqlite }: ArchiveDatabase) => ({
  records: sqlite
    .prepare('select item.id, title, item.date_start, first_name, location.name from item, person, location')
    .all(),
  found: sqlite.prepare(`select rowid from item_search where item_search match 'chair'`).all(),
  marks: sqlite.prepare('select name, seq from sqlite_sequence where seq > 0 order by name').all(),
})

seldom(
  'an upgrade that an earlier version began and did not end is finished, wherever it was cut off',
  async () => {
    const folder = await freshFolder()
    const whole = await openDatabase(join(folder, 'whole.db'))
    const schema = schemaOf(whole)
    await whole.destroy()
    let cuts = 0
    for (const [at, name] of NAMES.entries()) {
      // Later ones were never executed without a transaction.
      if (!isTried(at) || name > '0027') continue
      const before = join(folder, `${at}.db`)
      if (at > 0) await makeOldTown(before, NAMES[at - 1]!)
      else new DatabaseSync(before).close()
      const expected = at === 0 ? undefined : await upgraded(join(folder, 'expected.db'), before)
      for (let statements = 1; ; statements += EVERY) {
        const cut = join(folder, 'cut.db')
        if (!(await cutUpgrade(before, cut, name, statements))) break
        const db = await openDatabase(cut).catch((error: unknown) => {
          throw new Error(`${name} after ${statements} statements`, { cause: error })
        })
        expect(schemaOf(db), `${name} after ${statements}`).toEqual(schema)
        if (expected) expect(recordsOf(db), `${name} after ${statements}`).toEqual(expected)
        await db.destroy()
        rmSync(cut)
        cuts += 1
      }
    }
    expect(cuts).toBeGreaterThan(3)
  },
  300_000,
)

async function upgraded(file: string, from: string) {
  await cutUpgrade(from, file, NAMES.at(-1)!, 0)
  const db = await openDatabase(file)
  const records = recordsOf(db)
  await db.destroy()
  rmSync(file)
  return records
}

test('where it cannot be finished, that is said, and nothing is changed', async () => {
  const folder = await freshFolder()
  await makeOldTown(join(folder, 'old.db'), '0011-splits')
  const cut = join(folder, 'cut.db')
  await cutUpgrade(join(folder, 'old.db'), cut, '0012-last-changed', 9)
  const raw = new DatabaseSync(cut)
  raw.exec('drop table plaque')
  const tables = () => raw.prepare('select name from sqlite_schema').all().length
  const before = tables()
  await expect(openDatabase(cut)).rejects.toThrow(
    /cut off, and it can't be finished: .* "npm run archive -- restore FILE"/,
  )
  expect(tables()).toBe(before)
  raw.close()
})

test('a database of a newer version is refused in a sentence with both versions', async () => {
  const file = join(await freshFolder(), 'archive.db')
  const db = await openDatabase(file)
  db.sqlite.exec(
    `insert into kysely_migration values ('9999-later', '2030-01-01'); update archive_state set version = '7.8.9'`,
  )
  await db.destroy()
  const opened = openDatabase(file)
  await expect(opened).rejects.toThrow('was made by a newer Lotline, version 7.8.9 (its last change is 9999-later)')
  await expect(opened).rejects.toThrow(
    `This is version ${packageJson.version}, which knows changes up to ${NAMES.at(-1)}.`,
  )
})

test('a command does not upgrade under a running server, and says which one to stop', async () => {
  const config = readConfig({ DATA_DIR: await freshFolder() })
  await makeOldTown(config.databaseFile, '0018-sorted-items')
  const server = lockServer(config.databaseFile)
  const say = vi.fn<(sentence: string) => void>()
  await expect(openArchive(config, { say })).rejects.toThrow(
    'a server of an older version uses it. Stop that server, then try again',
  )
  if (process.platform === 'linux')
    await expect(openArchive(config, { say })).rejects.toThrow(`(process ${process.pid})`)
  expect(say).not.toHaveBeenCalled()
  server.release()
  await (await openArchive(config, { say })).destroy()
  expect(say.mock.calls.flat()[0]).toMatch(
    /^Upgrading the database .* to this version of Lotline: 0019-watermark-size, /,
  )
  // Afterwards commands run beside a server again.
  const again = lockServer(config.databaseFile)
  await (await openArchive(config)).destroy()
  again.release()
})
