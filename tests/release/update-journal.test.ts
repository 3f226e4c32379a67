import { mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { lockFile } from '#locks/lock-file.ts'
import { LOCK, openReleases } from '#release/releases.ts'
import { applyJournal, type Journal, readJournal, UPDATE, writeJournal } from '#release/update/journal.ts'
import { listFiles } from '#release/files/link-unchanged.ts'
import { freshFolder } from '../server/bundle/fresh-archive.ts'

let siteFolder: string
beforeEach(async () => (siteFolder = await freshFolder()))

type Files = Record<string, string>
const writeAll = (folder: string, files: Files) => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}
const readAll = (folder: string): Files =>
  Object.fromEntries(listFiles(folder).map((path) => [path, readFileSync(join(folder, path), 'utf8')]))

const release = () => join(siteFolder, 'releases', '1')
const update = () => join(siteFolder, 'releases', '2-99.half')
const OLD: Files = {
  'public/index.html': 'old home',
  'public/index.html.br': 'old home, compressed',
  'public/itemview/1/index.html': 'item 1',
  'public/itemview/2/index.html': 'item 2, withdrawn',
  'public/feed.xml': 'old feed',
  'public/_astro/a.css': 'p{}',
  'contents.json': 'old',
}
const FRESH: Files = {
  'public/index.html': 'new home',
  'public/itemview/3/index.html': 'item 3',
  'public/pagefind/pagefind-entry.json': 'list of parts',
  'public/pagefind/index/x.pf_index': 'chunk',
  'public/feed.xml': 'new feed',
  'contents.json': 'new',
}
const JOURNAL: Journal = {
  release: '1',
  writes: Object.keys(FRESH).filter((path) => path !== 'contents.json'),
  removals: ['public/itemview/2/index.html', 'public/index.html.br'],
  beside: ['contents.json'],
}
const AFTER: Files = Object.fromEntries(
  Object.entries({ ...OLD, ...FRESH }).filter(([path]) => !JOURNAL.removals.includes(path)),
)
function prepare(): void {
  writeAll(release(), OLD)
  writeAll(join(update(), UPDATE.fresh), FRESH)
  symlinkSync('releases/1/public', join(siteFolder, 'current'))
}

test('an update replaces, adds and removes, and leaves nothing behind', () => {
  prepare()
  openReleases(siteFolder).update(update(), JOURNAL)
  expect(readAll(release())).toEqual(AFTER)
  expect(readdirSync(join(release(), 'public', 'itemview')).sort(), 'no empty folder is left').toEqual(['1', '3'])
  expect(readdirSync(join(siteFolder, 'releases'))).toEqual(['1'])
})

test('scripts and search chunks come before pages, lists and feeds after them', () => {
  prepare()
  writeJournal(update(), JOURNAL)
  expect(readJournal(update())!.writes).toEqual([
    'public/pagefind/index/x.pf_index',
    'public/index.html',
    'public/itemview/3/index.html',
    'public/feed.xml',
    'public/pagefind/pagefind-entry.json',
  ])
})

test('an update that ends before its journal leaves the release as it was', () => {
  prepare()
  writeFileSync(join(update(), `${UPDATE.journal}.next`), '{"rel')
  const releases = openReleases(siteFolder)
  releases.recover()
  expect(readAll(release())).toEqual(OLD)
  releases.abandon(releases.begin())
  expect(readAll(release())).toEqual(OLD)
  expect(readdirSync(join(siteFolder, 'releases'))).toEqual(['1'])
})

test.each(['the server starts', 'the next build begins'])('an interrupted update is completed when %s', (who) => {
  // Wherever it is interrupted: after each of its steps there is a state of the disk, from which it goes on.
  for (let steps = 0; steps <= JOURNAL.writes.length + JOURNAL.removals.length; steps++) {
    rmSync(siteFolder, { recursive: true, force: true })
    mkdirSync(siteFolder)
    prepare()
    writeJournal(update(), JOURNAL)
    const { writes, removals } = readJournal(update())!
    applyJournal(update(), release(), {
      release: '1',
      writes: writes.slice(0, steps),
      removals: removals.slice(0, Math.max(0, steps - writes.length)),
      beside: [],
    })
    const releases = openReleases(siteFolder)
    if (who === 'the server starts') releases.recover()
    else releases.abandon(releases.begin())
    expect(readAll(release()), `after ${steps} steps`).toEqual(AFTER)
  }
})

test('another process completes what one left half-done, once the build of that one has ended', async () => {
  prepare()
  writeJournal(update(), JOURNAL)
  const dying = lockFile(join(siteFolder, LOCK), 'exclusive')!
  const taken = openReleases(siteFolder).takeOver(60_000)
  const first = await Promise.race([taken.then(() => 'taken'), pause(50).then(() => 'waiting')])
  expect([first, readAll(release())]).toEqual(['waiting', OLD])
  dying.release()
  await taken
  expect(readAll(release())).toEqual(AFTER)
})

test('a disk that fails in the middle of an update leaves it to the next build', () => {
  prepare()
  const releases = openReleases(siteFolder)
  // The release is not there: nothing can be moved into it.
  const journal = { ...JOURNAL, release: 'gone' }
  writeFileSync(join(siteFolder, 'releases', 'gone'), 'a file, not a folder')
  expect(() => releases.update(update(), journal)).toThrow()
  releases.abandon(update())
  expect(readJournal(update())).toBeDefined()
})
