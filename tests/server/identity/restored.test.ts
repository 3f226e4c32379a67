import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { createFolderStore } from '#server/storage/folder-store.ts'
import { openArchive } from '#server/identity/open-archive.ts'
import { readIdentity } from '#server/storage/identity-file.ts'
import { restorePaths, removeStaging } from '#server/database/restore-swap.ts'
import { backUp, restoreTo } from '../backup/archives.ts'
import { startOnce, unmarkedArchive, wholeArchive, type WholeArchive } from './whole-archive.ts'

async function backUpOf({ config }: WholeArchive): Promise<string> {
  const db = await openArchive(config)
  const { file } = await backUp({ db, media: createFolderStore(config.mediaDir) })
  await db.destroy()
  return file
}

const identityOf = async ({ config }: WholeArchive) => {
  const db = await openArchive(config)
  const found = await db.selectFrom('archive_state').select(['archive', 'generation']).executeTakeFirstOrThrow()
  await db.destroy()
  return found
}

test('a restore gives both sides a new id: neither side from before fits any more', async () => {
  const archive = await wholeArchive()
  const file = await backUpOf(archive)
  const before = await identityOf(archive)
  const { previousFolders: kept } = await restoreTo(archive.config, file)
  const restored = await identityOf(archive)
  expect(restored.archive).not.toBe(before.archive)
  expect(await readIdentity({ mediaDir: archive.config.mediaDir })).toEqual(restored)
  await startOnce(archive.config)
  // The pair from before is whole too, where it is kept.
  const old = { ...archive.config, databaseFile: join(kept[0]!, 'archive.db'), mediaDir: join(kept[0]!, 'media') }
  await startOnce(old)
  await expect(openArchive({ ...archive.config, databaseFile: old.databaseFile })).rejects.toThrow('different archives')
})

test('a restore works without a database, and from an archive that was never marked', async () => {
  for (const make of [wholeArchive, unmarkedArchive]) {
    const archive = await make()
    const file = await backUpOf(archive)
    const before = archive.originals()
    renameSync(archive.config.databaseFile, join(archive.folder, 'lost.db'))
    await expect(openArchive(archive.config)).rejects.toThrow('There is no database')
    await restoreTo(archive.config, file)
    await startOnce(archive.config)
    expect(archive.originals()).toEqual(before)
  }
})

test('an interrupted swap is finished before the pair is compared', async () => {
  const archive = await wholeArchive()
  const file = await backUpOf(archive)
  const { databaseFile, mediaDir } = archive.config
  // As restore leaves it: what was restored elsewhere waits in the staging folders.
  const elsewhere = await wholeArchive()
  await restoreTo(elsewhere.config, file)
  const places = restorePaths(databaseFile, mediaDir, new Date())
  removeStaging(places)
  mkdirSync(dirname(places.stagedDatabase), { recursive: true })
  mkdirSync(dirname(places.keptMedia), { recursive: true })
  renameSync(elsewhere.config.databaseFile, places.stagedDatabase)
  // The media have been swapped, the old database has been put aside, the new one is not there yet.
  renameSync(mediaDir, places.keptMedia)
  renameSync(elsewhere.config.mediaDir, mediaDir)
  renameSync(databaseFile, places.keptDatabase)
  const relative = Object.entries(places).map(([name, path]) => [name, path.slice(dirname(databaseFile).length + 1)])
  writeFileSync(`${databaseFile}-restore`, JSON.stringify(Object.fromEntries(relative)))
  expect(existsSync(databaseFile)).toBe(false)

  await startOnce(archive.config)
  expect(existsSync(`${databaseFile}-restore`)).toBe(false)
  expect(JSON.parse(readFileSync(join(mediaDir, 'archive.json'), 'utf8'))).toEqual(await identityOf(archive))
  expect(Object.keys(archive.originals())).toHaveLength(3)
})
