import { existsSync, readFileSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { freshFolder } from '../server/bundle/fresh-archive.ts'
import { townBundle } from '../server/bundle/town.ts'
import { archive as runArchive, environmentOf } from './run-archive.ts'

const archive = (folder: string, ...words: string[]) => runArchive(environmentOf(folder), ...words)
const originalsIn = (folder: string) =>
  readdirSync(join(folder, 'data/media/originals'), { recursive: true, withFileTypes: true }).filter((each) =>
    each.isFile(),
  )

test('add, list, restore and empty, as a person types them', async () => {
  const folder = await freshFolder()
  const run = (...words: string[]) => archive(folder, 'trash', ...words)
  expect(await archive(folder, 'import', await townBundle())).toMatchObject({ code: 0 })
  const count = originalsIn(folder).length
  expect(await run('add', 'ann.jpg')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^It is used by picture \d+ of person/),
  })

  const sqlite = new DatabaseSync(join(folder, 'data/archive.db'))
  sqlite.exec('delete from person_image')
  sqlite.close()
  const added = await run('add', 'ann.jpg', '--why', 'Her niece asked.')
  expect(added).toMatchObject({ code: 0, out: expect.stringContaining('Moved to the trash: ') })
  expect(originalsIn(folder)).toHaveLength(count - 1)
  expect((await run('list')).out).toMatch(/ann\.jpg: 0\.0 MB\. Her niece asked\.\n1 original, /)

  expect(await run('restore', 'mill.jpg')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^Nothing in the trash matches mill/),
  })
  expect(await run('restore', 'ann.jpg')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Restored originals\/.*ann\.jpg\.\n$/),
  })
  expect(originalsIn(folder)).toHaveLength(count)

  await run('add', 'ann.jpg')
  const refused = await run('empty')
  expect(refused).toMatchObject({
    code: 1,
    err: expect.stringContaining('Nothing was done. Run the command in a terminal, or add --yes.'),
  })
  expect((await run('empty', '--older-than', '30', '--yes')).out).toMatch(/^Nothing was deleted/)
  expect(await run('empty', '--yes')).toMatchObject({ code: 0, out: expect.stringContaining('Deleted 1 original.') })
  expect((await run('list')).out).toMatch(/^The trash is empty/)
  const log = readFileSync(join(folder, 'data/trash/log.jsonl'), 'utf8').trim().split('\n')
  expect(log.map((line) => (JSON.parse(line) as { action: string }).action)).toEqual(['restored', 'emptied'])
  expect(originalsIn(folder)).toHaveLength(count - 1)
})

test('with an empty database nothing moves until a person says so twice', async () => {
  const folder = await freshFolder()
  await archive(folder, 'import', await townBundle())
  const count = originalsIn(folder).length
  const sqlite = new DatabaseSync(join(folder, 'data/archive.db'))
  sqlite.exec('delete from scan; delete from person_image; delete from original')
  sqlite.close()
  for (const { parentPath, name } of originalsIn(folder)) {
    utimesSync(join(parentPath, name), 0, 0)
  }
  const repaired = await archive(folder, 'doctor', '--repair')
  expect(repaired.out).toContain(`${count} of ${count} originals are not used`)
  expect(originalsIn(folder)).toHaveLength(count)
  const asked = await archive(folder, 'trash', 'add', '--unnamed')
  expect(asked).toMatchObject({ code: 1, err: expect.stringContaining('Move them to the trash? Nothing was done.') })
  expect(originalsIn(folder)).toHaveLength(count)
  await archive(folder, 'trash', 'add', '--unnamed', '--yes')
  expect(originalsIn(folder)).toEqual([])
  const back = await archive(folder, 'trash', 'restore')
  expect(back.out).toContain(`The database doesn't use ${count} of them`)
  expect(originalsIn(folder)).toHaveLength(count)
  expect(existsSync(join(folder, 'data/trash/log.jsonl'))).toBe(true)
})
