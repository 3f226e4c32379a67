import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundleOf, freshFolder, smallPicture } from '../server/bundle/fresh-archive.ts'
import { townBundle } from '../server/bundle/town.ts'
import { archive as run, environmentOf, spawnArchive } from './run-archive.ts'

/** A command that is called from a folder of this test. */
const archive = (folder: string, ...words: string[]) => run(environmentOf(folder), ...words)

test('import, export and doctor, one after the other', async () => {
  const folder = await freshFolder()
  const bundle = await townBundle()
  // The command itself once, in a process of its own.
  const dry = await spawnArchive(environmentOf(folder), ['import', bundle, '--dry-run'])
  expect(dry).toMatchObject({ code: 0, out: expect.stringContaining('Nothing was imported (--dry-run).') })
  expect((await archive(folder, 'doctor')).err).toContain('There is no archive at')

  const imported = await archive(folder, 'import', bundle)
  expect(imported).toMatchObject({
    code: 0,
    out: expect.stringContaining('items: 3 new, 0 changed, 0 the same, 0 in conflict, 0 invalid'),
  })
  expect(imported.err).toMatch(/Pictures: 4 of 4 pictures, \d+\/s/)
  expect(await archive(folder, 'doctor')).toMatchObject({
    code: 0,
    out: expect.stringContaining('No problems found.'),
  })
  expect(await archive(folder, 'export', 'out')).toMatchObject({ code: 0 })
  expect(await archive(folder, 'export', 'out')).toMatchObject({
    code: 1,
    err: expect.stringContaining('is not empty.'),
  })
  const again = await archive(folder, 'import', 'out')
  expect(again).toMatchObject({ code: 0, out: expect.stringContaining('items: 0 new, 0 changed, 3 the same') })
}, 60_000)

test('bad rows: a short list, the full list in a file, exit code 1, and the rest with --skip-bad', async () => {
  const folder = await freshFolder()
  const rows = Array.from({ length: 60 }, (_, at) => `${at + 1},Ann,robot`)
  const bundle = await bundleOf({ 'people.csv': `id,first_name,sex\n${rows.join('\n')}\n99,Bo,male\n` })
  const refused = await archive(folder, 'import', bundle)
  expect(refused.code).toBe(1)
  expect(refused.err).toContain('people.csv:2 sex: Choose one of: female, male, other.')
  expect(refused.err).toContain('… and 20 more.')
  expect(refused.err).toContain('60 problems. Nothing was imported.')
  expect((await readFile(`${bundle}-problems.txt`, 'utf8')).trim().split('\n')).toHaveLength(60)

  const rest = await archive(folder, 'import', bundle, '--skip-bad')
  // The people stay, without the value.
  expect(rest).toMatchObject({
    code: 0,
    out: expect.stringContaining('people: 61 new, 0 changed, 0 the same, 0 in conflict, 0 invalid'),
  })
  expect(JSON.parse(await readFile(`${bundle}-rejected-rows.json`, 'utf8'))).toHaveLength(60)
}, 60_000)

test('a command that is called without DATA_DIR makes no second archive', async () => {
  const folder = await freshFolder()
  const bundle = await townBundle()
  const before = process.cwd()
  process.chdir(folder)
  try {
    for (const words of [
      ['import', bundle],
      ['account', 'create', 'ann@example.org', '--name', 'Ann'],
      ['overlay', 'add', 'plan.png', '--layer', '6'],
    ]) {
      const ended = await run({ PATH: process.env['PATH'], INIT_CWD: folder }, ...words)
      expect([words[0], ended.code, ended.err]).toEqual([words[0], 1, expect.stringContaining('There is no')])
    }
    expect(existsSync(join(folder, 'data'))).toBe(false)
  } finally {
    process.chdir(before)
  }
})

test('a file that looks like a table stops the import, and --ignore goes on without it', async () => {
  const folder = await freshFolder()
  const bundle = await bundleOf({ 'people.csv': 'id,first_name\n1,Ann\n', 'people.ged': '0 HEAD\n', 'notes.txt': 'x' })
  const refused = await archive(folder, 'import', bundle, '--skip-bad')
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('--ignore "people.ged"') })
  expect(refused.err).not.toContain('or add --skip-bad')
  const imported = await archive(folder, 'import', bundle, '--ignore', 'people.ged')
  expect(imported).toMatchObject({ code: 0, out: expect.stringContaining('people: 1 new') })
  expect(imported.err).toContain('Please check: notes.txt: No row that is imported names this file.')
}, 60_000)

test('help for each command; unknown commands are refused', async () => {
  const folder = await freshFolder()
  for (const command of ['import', 'export', 'doctor']) {
    expect(await archive(folder, command, '--help')).toMatchObject({ code: 0, out: expect.stringContaining('Usage:') })
  }
  expect(await archive(folder, 'destroy')).toMatchObject({ code: 1, err: expect.stringContaining('unknown command') })
  expect(await archive(folder, 'import', 'nowhere')).toMatchObject({
    code: 1,
    err: 'There is no file or folder nowhere.\n',
  })
}, 60_000)

test('errors that a person can fix are printed as a sentence, without a stack', async () => {
  const folder = await freshFolder()
  await writeFile(join(folder, 'bundle.zip'), 'not a folder')
  expect((await archive(folder, 'import', 'bundle.zip')).err).toContain('bundle.zip: there is no row to import.\n')
  // A bundle may have nothing but old maps.
  const maps = await bundleOf({ 'overlays.json': [{ layer: 1, file: 'gone.tif' }] })
  expect((await archive(folder, 'import', maps)).err).toContain('overlays.json')
  const bundle = await bundleOf({ 'items.json': [{ id: 1 }, { id: 'x', type: 'object' }] })
  const refused = await archive(folder, 'import', bundle)
  expect(refused.err).toContain('items.json:1 row 2 id: Enter a whole number, such as 12.')
  await writeFile(join(folder, 'data', 'archive.db'), 'x'.repeat(5000))
  const broken = await archive(folder, 'doctor')
  expect(broken).toMatchObject({ code: 1, out: expect.stringContaining('is damaged or was copied only in part') })
  expect(broken.out + broken.err).not.toContain('.ts:')
}, 60_000)

test('Ctrl+C during an import undoes what it wrote', async () => {
  const folder = await freshFolder()
  const count = 60
  const files = await Promise.all(
    Array.from(
      { length: count },
      async (_, at) => [`${at}.png`, await smallPicture(`rgb(${at}, 9, 9)`, 900, 700)] as const,
    ),
  )
  const scans = files.map(([file]) => `1,${file}`).join('\n')
  const bundle = await bundleOf({
    ...Object.fromEntries(files),
    'items.json': [{ id: 1, type: 'object' }],
    'scans.csv': `item,file\n${scans}\n`,
  })
  const derivatives = join(folder, 'data', 'media', 'derivatives')
  const ended = await spawnArchive(environmentOf(folder), ['import', bundle], () => existsSync(derivatives))
  expect(ended).toMatchObject({ code: 130, err: expect.stringContaining('Interrupted. The archive is unchanged.') })
  expect(await archive(folder, 'doctor')).toMatchObject({
    code: 0,
    out: expect.stringContaining(' 0 items, 0 files, 0 scans'),
  })
}, 60_000)
