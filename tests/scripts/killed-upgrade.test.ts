import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/database/open.ts'
import { freshFolder } from '../server/bundle/fresh-archive.ts'
import { rounds } from '../setup/length.ts'
import { list, makeOldTown, untilSaid } from './old-town.ts'

const KILLS = rounds('UPGRADE_KILLS', 2, 24)

/** What an upgrade has to keep. */
async function contentOf(file: string) {
  const db = await openDatabase(file)
  const rows = (text: string) => db.sqlite.prepare(text).all()
  const content = {
    schema: rows(`select sql from sqlite_schema where name not glob 'sqlite_*' order by name, sql`),
    items: rows('select count(*) as items, sum(length(title)) as letters from item'),
    people: rows('select id, first_name from person'),
    found: rows(`select count(*) as found from item_search where item_search match 'chair'`),
  }
  await db.destroy()
  return content
}

test(`an upgrade that is killed at any moment leaves an archive that opens (${KILLS} kills)`, async () => {
  const folder = await freshFolder()
  const [old, file] = [join(folder, 'old.db'), join(folder, 'data', 'archive.db')]
  await makeOldTown(old)
  const begin = () => {
    rmSync(join(folder, 'data'), { recursive: true, force: true })
    mkdirSync(join(folder, 'data'))
    copyFileSync(old, file)
  }
  begin()
  const expected = await contentOf(file)
  let cut = 0
  for (let kill = 0; kill < KILLS; kill += 1) {
    begin()
    const command = list(folder)
    await untilSaid(command, 'Upgrading the database')
    await pause((kill / KILLS) * 600)
    command.child.kill('SIGKILL')
    await command.ended
    if (!command.said().includes('is upgraded')) cut += 1
    expect(await contentOf(file), `killed the ${kill + 1}th time`).toEqual(expected)
  }
  expect(cut).toBeGreaterThan(0)
}, 300_000)
