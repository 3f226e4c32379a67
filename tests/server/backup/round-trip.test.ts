import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { mkdir, readFile, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { finished } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { openMediaObjects } from '#server/backup/copy-media.ts'
import { readOriginals } from '#server/backup/format.ts'
import { writeFileAtomically } from '#server/backup/make-backup.ts'
import { examineArchive } from '#server/bundle/doctor.ts'
import { openDatabase } from '#server/database/open.ts'
import { createFolderStore } from '#server/storage/folder-store.ts'
import { originalKey } from '#server/storage/keys.ts'
import { allRecords, freshFolder } from '../bundle/fresh-archive.ts'
import { backUp, contentOf, inhabited, lookAt, placeIn, restoreTo } from './archives.ts'

test('a backup restores every table, every original and the search', async () => {
  const archive = await inhabited()
  const before = await contentOf(archive)
  const { file, manifest } = await backUp(archive)
  expect(manifest.counts).toMatchObject({ item: 3, original: 3, account: 1 })
  const place = placeIn(await freshFolder())
  expect((await restoreTo(place, file)).previousFolders).toEqual([])
  expect((await stat(place.databaseFile)).mode & 0o077).toBe(0)
  await lookAt(place, async (restored) => {
    expect(await contentOf(restored)).toEqual(before)
    const { findings } = await examineArchive({ ...restored, repair: true })
    expect(findings.filter(({ repaired }) => !repaired)).toEqual([])
    expect(
      restored.db.sqlite.prepare(`select count(*) as found from item_search where item_search match 'mill*'`).get(),
    ).toEqual(
      archive.db.sqlite.prepare(`select count(*) as found from item_search where item_search match 'mill*'`).get(),
    )
  })
  expect((await readdir(dirname(place.databaseFile))).sort()).toEqual([
    'archive.db',
    'archive.db-import',
    'archive.db-open',
    'media',
  ])
})

test('after a restore sessions are gone, no letter is sent twice, cached answers don’t match', async () => {
  const archive = await inhabited()
  const { file, lettersLeftOut } = await backUp(archive)
  expect(lettersLeftOut).toBe(1)
  const place = placeIn(await freshFolder())
  await restoreTo(place, file)
  await lookAt(place, ({ db }) => {
    const one = (query: string) => ({ ...db.sqlite.prepare(query).get() })
    expect(one('select epoch from account')).toEqual({ epoch: 4 })
    expect(one('select count(*) as letters from mail')).toEqual({ letters: 0 })
    expect(one('select group_concat(purpose) as purposes from account_token')).toEqual({ purposes: 'activation' })
    const name = 'select archive from archive_state'
    expect(one(name)).not.toEqual({ ...archive.db.sqlite.prepare(name).get() })
    expect(one('select state, count(*) as builds from build')).toEqual({ state: 'waiting', builds: 1 })
    const versions = 'select version from scan union select version from person_image order by version'
    expect(db.sqlite.prepare('select version from picture_task order by version').all()).toEqual(
      db.sqlite.prepare(versions).all(),
    )
  })
})

test('a backup contains neither the secret key nor links of letters', async () => {
  const archive = await inhabited()
  await writeFile(join(dirname(archive.db.file), 'secret-key'), 'THE-SECRET-KEY')
  const content = await readFile((await backUp(archive)).file, 'latin1')
  expect(content).toContain('ann@example.org')
  expect(content).not.toContain('THE-SECRET-KEY')
  expect(content).not.toContain('LINK-THAT-LETS-IN')
})

test('tar unpacks it and sha256sum verifies it', async () => {
  const { file } = await backUp(await inhabited())
  const folder = await freshFolder()
  execFileSync('tar', ['-xf', file, '-C', folder])
  expect(execFileSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: folder }).toString()).toContain(
    'tables/item/000001.ndjson: OK',
  )
})

test('the previous archive is kept completely, in any state', async () => {
  const { file } = await backUp(await inhabited())
  for (const damage of [false, true]) {
    const place = placeIn(await freshFolder())
    const old = await openDatabase(place.databaseFile)
    old.sqlite.exec(`insert into subject (subject_name) values ('Kept')`)
    await old.destroy()
    await mkdir(place.mediaDir)
    await writeFile(join(place.mediaDir, 'mine.txt'), 'kept')
    if (damage) await truncate(place.databaseFile, 5000)
    const was = await readFile(place.databaseFile)
    const { previousFolders: kept } = await restoreTo(place, file)
    expect(kept).toHaveLength(1)
    expect(await readFile(join(kept[0]!, 'media', 'mine.txt'), 'utf8')).toBe('kept')
    if (damage) expect(await readFile(join(kept[0]!, 'archive.db'))).toEqual(was)
    else {
      expect(await readdir(kept[0]!)).toEqual(['archive.db', 'media'])
      const names = await lookAt(placeIn(kept[0]!), async ({ db }) => (await allRecords(db))['subject'])
      expect(names).toEqual([expect.stringContaining('Kept')])
    }
    expect(await lookAt(place, async ({ db }) => (await allRecords(db))['item'])).toHaveLength(3)
  }
})

test('during writes, every record in the backup has its complete original', async () => {
  const archive = await inhabited()
  const writer = await openDatabase(archive.db.file)
  let writing = true
  let written = 0
  const stream = (async () => {
    for (let at = 100; writing; at++) {
      const sha256 = at.toString(16).padStart(64, '0')
      // As an upload does it: first the file, then the rows, in one transaction.
      await archive.media.put(originalKey(sha256, 'jpeg'), Buffer.from(`picture ${at}`))
      writer.sqlite.exec(`begin immediate;
        insert into original (sha256, format, bytes, width, height) values ('${sha256}', 'jpeg', 9, 1, 1);
        insert into scan (item_id, sha256, scan_order, version) values (1, '${sha256}', ${at}, 'v${at}'); commit`)
      written += 1
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  })()
  const { manifest } = await backUp(archive, { keepGoing: true })
  writing = false
  await stream
  await writer.destroy()
  expect(written).toBeGreaterThan(0)
  expect(manifest.missing).toEqual([])
  expect(manifest.counts['original']).toBe(manifest.files.filter(({ path }) => path.startsWith('originals/')).length)
})

test('a picture removed during the backup is not reported as missing', async () => {
  const archive = await inhabited()
  const rows = await readOriginals(archive.db)
  const [first, last] = [rows[0]!, rows.at(-1)!]
  let removed = false
  const { file, manifest } = await backUp(archive, {
    onProgress() {
      if (removed) return
      removed = true
      for (const table of ['scan', 'person_image', 'original']) {
        archive.db.sqlite.exec(`delete from ${table} where sha256 in ('${first.sha256}', '${last.sha256}')`)
      }
      rmSync(join(archive.mediaFolder, last.path))
    },
  })
  expect(manifest).toMatchObject({ missing: [], damaged: [], counts: { original: rows.length - 2 } })
  const place = placeIn(await freshFolder())
  await restoreTo(place, file)
  expect(existsSync(join(place.mediaDir, last.path))).toBe(false)
  // The backup held this one already. Nothing names it: the next sweep moves it to the trash.
  expect(existsSync(join(place.mediaDir, first.path))).toBe(true)
})

test('a changed or missing original needs --keep-going for backup and restore', async () => {
  const archive = await inhabited()
  const [first, second] = await readOriginals(archive.db)
  const path = (row = first!) => join(archive.mediaFolder, row.path)
  await writeFile(path(), 'not the picture')
  await expect(backUp(archive)).rejects.toThrow(/^The original .{12} \(.+\) has changed since it arrived/)
  await rm(path(second))
  const { file, manifest } = await backUp(archive, { keepGoing: true })
  expect([manifest.damaged, manifest.missing].map((list) => list.length)).toEqual([1, 1])
  await writeFile(path(), '')
  expect((await backUp(archive, { keepGoing: true })).manifest.damaged).toHaveLength(1)
  await rm(path())
  await expect(backUp(archive)).rejects.toThrow(/^The file of the original .{12} \(.+\) is missing/)

  const place = placeIn(await freshFolder())
  await expect(restoreTo(place, file)).rejects.toThrow('This backup was made with --keep-going')
  expect(existsSync(place.databaseFile)).toBe(false)
  await restoreTo(place, file, { keepGoing: true })
  expect(await lookAt(place, async ({ db }) => (await allRecords(db))['original'])).toHaveLength(3)
})

test('a dangling link is reported, and kept with --keep-going', async () => {
  const archive = await inhabited()
  archive.db.sqlite.exec('pragma foreign_keys = off; update plaque set location_id = 99')
  await expect(backUp(archive)).rejects.toThrow(
    /^A link leads nowhere: plaque \d+ names a location that is not there\. No/,
  )
  const { file } = await backUp(archive, { keepGoing: true })
  const place = placeIn(await freshFolder())
  await expect(restoreTo(place, file)).rejects.toThrow('This backup was made with --keep-going')
  await restoreTo(place, file, { keepGoing: true })
  expect(await lookAt(place, contentOf)).toEqual(await contentOf(archive))
})

test('an existing file is not overwritten, and a failure leaves nothing behind', async () => {
  const path = join(await freshFolder(), 'backup.tar')
  const write = (text: string, force = false) =>
    writeFileAtomically(path, { force }, async (output) => {
      output.end(text)
      await finished(output)
      if (text === 'bad') throw new Error('no room')
    })
  await expect(write('bad')).rejects.toThrow('no room')
  expect(await readdir(dirname(path))).toEqual([])
  await write('one')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  await expect(write('two')).rejects.toThrow('already exists. Use --force to replace it.')
  await expect(write('bad', true)).rejects.toThrow('no room')
  expect([await readFile(path, 'utf8'), await readdir(dirname(path))]).toEqual(['one', ['backup.tar']])
  await write('two', true)
  expect(await readFile(path, 'utf8')).toBe('two')
})

test('the trash travels when asked, and is added to the trash that is there', async () => {
  const archive = await inhabited()
  const trashOf = openMediaObjects({ mediaDir: archive.mediaFolder, trashDir: join(archive.mediaFolder, '../trash') })
  for (const name of ['kept', 'emptied']) {
    const key = originalKey(hash('sha256', name), 'jpeg')
    await archive.media.put(key, Buffer.from(name))
    await archive.media.moveToTrash(key, { why: name })
  }
  const { trash } = archive.media
  await trash.empty((await trash.list()).filter(({ why }) => why === 'emptied'))
  const { file, manifest } = await backUp(archive, { trashOf })
  expect(manifest.files.filter(({ path }) => path.startsWith('trash/'))).toHaveLength(3)
  expect((await backUp(archive)).manifest.files.filter(({ path }) => path.startsWith('trash/'))).toEqual([])

  const place = placeIn(await freshFolder())
  const there = createFolderStore(place.mediaDir)
  const own = originalKey('ab'.repeat(32), 'jpeg')
  await there.put(own, Buffer.from('own'))
  await there.moveToTrash(own, { why: 'own' })
  // Twice is no harm.
  for (let times = 0; times < 2; times += 1) await restoreTo(place, file)
  expect((await there.trash.list()).map(({ why }) => why).sort()).toEqual(['kept', 'own'])
  const [kept] = (await there.trash.list()).filter(({ why }) => why === 'kept')
  expect(await readFile(there.trash.pathOf(kept!.id), 'utf8')).toBe('kept')
  expect((await stat(there.trash.pathOf(kept!.id))).mode & 0o077).toBe(0)
  expect((await readFile(there.trash.log, 'utf8')).split('\n')).toHaveLength(2)
})
