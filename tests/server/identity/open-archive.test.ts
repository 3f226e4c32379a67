import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { openArchive } from '#server/identity/open-archive.ts'
import { IDENTITY_FILE, readIdentity } from '#server/storage/identity-file.ts'
import { freshFolder } from '../bundle/fresh-archive.ts'
import { makeReadOnly } from './situations.ts'
import { checksums, startOnce, unmarkedArchive, wholeArchive } from './whole-archive.ts'

/** Everything but the files of locks, which hold nothing. */
const content = (folder: string) =>
  Object.fromEntries(Object.entries(checksums(folder)).filter(([path]) => !/-(open|server|shm)$/.test(path)))

test('an archive from before identities is marked at its first start, and its originals stay', async () => {
  const { config, originals } = await unmarkedArchive()
  const before = originals()
  await startOnce(config)
  expect((await readIdentity({ mediaDir: config.mediaDir }))!.generation).toBeGreaterThan(0)
  await startOnce(config)
  expect(originals()).toEqual(before)
})

test.each([
  ['an original more', /holds 1 original that the database does not name\./, 'more'],
  ['an original less', /holds not 1 original that the database names\./, 'less'],
])('an archive from before identities with %s stops, and nothing is marked', async (_, says, which) => {
  const { config, originals } = await unmarkedArchive()
  const [first] = Object.keys(originals())
  const path = join(config.mediaDir, 'originals', first!)
  if (which === 'less') rmSync(path)
  else renameSync(path, path.replace(/\w{4}(?=\.jpg)/, '0000'))
  if (which === 'more') execFileSync('cp', [path.replace(/\w{4}(?=\.jpg)/, '0000'), path])
  const before = content(config.dataDir)
  await expect(openArchive(config)).rejects.toThrow(says)
  expect(content(config.dataDir)).toEqual(before)
  expect(existsSync(join(config.mediaDir, IDENTITY_FILE))).toBe(false)
})

test.each(['site', 'trash', 'removed-maps'])('no database is made beside a %s', async (name) => {
  const config = readConfig({ DATA_DIR: await freshFolder() })
  mkdirSync(join(config.dataDir, name, 'below'), { recursive: true })
  // Folders without a file in them are nothing of an archive.
  await (await openArchive(config)).destroy()
  rmSync(config.databaseFile)
  rmSync(join(config.mediaDir), { recursive: true })
  execFileSync('touch', [join(config.dataDir, name, 'below', 'file')])
  await expect(openArchive(config)).rejects.toThrow(join(config.dataDir, name))
  expect(existsSync(config.databaseFile)).toBe(false)
})

test('a mistyped DATABASE_URL creates nothing', async () => {
  const { config, folder } = await wholeArchive()
  const databaseFile = join(folder, 'typo', 'archive.db')
  await expect(openArchive({ ...config, databaseFile })).rejects.toThrow('There is no database at')
  expect(readdirSync(folder)).toEqual(['data'])
})

test.for(['database', 'media'] as const)('read-only %s: a start stops and says so', async (side, context) => {
  const archive = await wholeArchive()
  const { folder, originals } = archive
  const parts = { dataDir: archive.config.dataDir, databaseFile: join(folder, 'db', 'archive.db') }
  mkdirSync(join(folder, 'db'))
  renameSync(archive.config.databaseFile, parts.databaseFile)
  const config = { ...archive.config, ...parts }
  const locked = side === 'database' ? join(folder, 'db') : config.mediaDir
  const before = [originals(), content(folder)]
  if (!makeReadOnly(locked)) return context.skip()
  await expect(openArchive(config, { server: true })).rejects.toThrow(
    new RegExp(`^The ${side === 'database' ? 'database' : 'media folder'} .* can't be written to`),
  )
  expect([originals(), content(folder)]).toEqual(before)
})
