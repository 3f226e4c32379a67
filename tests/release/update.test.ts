import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { listFiles } from '#release/files/link-unchanged.ts'
import { itemAddress } from '#rules/addresses/page-addresses.ts'
import { makeRelease } from '#release/make-release.ts'
import type { BuildReport } from '#release/report.ts'
import { runToEnd } from '../e2e/setup/process.ts'
import { addRecords } from '../server/fixtures.ts'
import { rounds } from '../setup/length.ts'
import { openFolder } from './search/pagefind-in-node.ts'
import { seedOptions, seedSite, SITE_URL } from './seed-site.ts'
import { apply, edit, endOfLongList, itemEdit, LONG_LIST } from './update-edits.ts'
import { useArchive } from '../server/use-archive.ts'

/** `UPDATE_ROUNDS=50` for a long run, `UPDATE_SEED` to repeat one. */
const ROUNDS = rounds('UPDATE_ROUNDS', 1, 10)
const SEED = Number(process.env.UPDATE_SEED ?? 20261122)

const archive = useArchive()
let folder: string
let api: string
beforeAll(async () => {
  folder = archive.folder
  await addRecords(archive.db, LONG_LIST)
  api = await archive.app.listen({ port: 0, host: '127.0.0.1' })
  await seedSite(folder)
}, 300_000)

/** As the process that waits for publishings does it: archive and renderer stay loaded. */
const update = () => makeRelease(seedOptions(folder, api))
const site = () => realpathSync(join(folder, 'site', 'current'))
const report = () => JSON.parse(readFileSync(join(site(), '../build-report.json'), 'utf8')) as BuildReport
const filesNow = () =>
  new Map(listFiles(site()).map((file) => [file, readFileSync(join(site(), file)).toString('base64')]))
const differences = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>) =>
  [...new Set([...a.keys(), ...b.keys()])].filter((file) => a.get(file) !== b.get(file)).toSorted()
const call = async (address: string, body: object = {}) => {
  const { status, json } = await archive.send(address, { method: 'POST', as: 'staff', body })
  expect([status, json]).toEqual([200, expect.anything()])
  return json
}
const merge = (from: number, into: number) => call(`/api/records/people/${from}/merge/`, { into })
const undoMerge = async () => {
  const { id } = await archive.db.selectFrom('operation').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  await call(`/api/operations/${id}/undo/`, { keep_changed: true })
}
/** The index is as old as the last full build, or the last withdrawal. */
const isSearch = (file: string) => file.startsWith('pagefind/')
async function found(words: string) {
  const { list } = await (await openFolder(join(site(), 'pagefind'))).search(words)
  return (await Promise.all(list.map((match) => match.read()))).map(({ url }) => url).sort()
}
/** Whether an item has reading pages. */
const leaves = (item: number) => existsSync(join(site(), `itemview/${item}/page/7/index.html`))
const isCopy = (file: string) => /\.(?:br|gz)$/.test(file)
const addressesOf = (files: readonly string[]) =>
  files.filter((file) => !isCopy(file)).map((file) => `/${file.replace(/index\.html$/, '')}`)

async function updateAndCompare() {
  const before = filesNow()
  await update()
  const { changed: told } = report()
  const changed = addressesOf(differences(before, filesNow()).filter((file) => !isSearch(file)))
  const reported = [...told.written, ...told.removed].filter((address) => !isSearch(address.slice(1)))
  expect(reported.toSorted()).toEqual(changed.toSorted())
}

test(
  'updates give the site of a full build, byte for byte, and write only files whose bytes change',
  { timeout: 300_000 + ROUNDS * 60_000 },
  async () => {
    // An ancestor cannot be merged.
    await archive.db.deleteFrom('relationship').where('person1_id', '=', 2).execute()
    // Gives the archive to the seed, which is of another one.
    await update()
    expect([5000, 5001].map(leaves)).toEqual([true, true])
    const sampled = fc.sample(fc.array(edit, { minLength: 1, maxLength: 6 }), { numRuns: ROUNDS, seed: SEED })
    const ofItems = fc.sample(fc.array(itemEdit, { minLength: 1, maxLength: 4 }), { numRuns: ROUNDS, seed: SEED })
    for (const [at, edits] of sampled.entries()) {
      // Followed to the pages that show them.
      const isLong = at % 2 === 1
      await apply(archive.db, [...ofItems[at]!, endOfLongList(isLong)])
      await updateAndCompare()
      expect(report().update!.items).not.toBeNull()
      expect(existsSync(join(site(), 'org-overview/77/2/index.html'))).toBe(isLong)
      expect(leaves(5001)).toBe(isLong)
      expect(
        readFileSync(join(site(), 'itemview/5001', isLong ? 'page/7/index.html' : 'index.html'), 'utf8'),
      ).toContain(`Of a ${isLong ? 'long' : 'short'} list`)
      await apply(archive.db, edits)
      // The page of a merged record has the path of the record's own: one goes and the other comes, and back.
      await archive.db.updateTable('person').set({ visibility: 'published' }).where('id', 'in', [2, 3]).execute()
      const isMerged = at % 2 === 0
      await (isMerged ? merge(3, 2) : undoMerge())
      await updateAndCompare()
      expect(report().update!.items).toBeNull()
      const page = readFileSync(join(site(), 'person-overview/3/index.html'), 'utf8')
      expect(page.includes('http-equiv="refresh"')).toBe(isMerged)
    }
    expect(report().update).toMatchObject({ number: 1 + 2 * ROUNDS })
    await apply(archive.db, [endOfLongList(true)])
    await updateAndCompare()
    // Nothing has changed: a copy of the site carries the same day.
    const { changedAt, builtAt } = report()
    await update()
    expect([report().changedAt, report().builtAt]).toEqual([changedAt, expect.not.stringMatching(builtAt)])
    // Also where another build waits, the words of what was withdrawn leave the index in the same build. Without a withdrawal the index stays.
    const withdrawn = itemAddress(LONG_LIST.items[0]!.id)
    await archive.db.updateTable('item').set({ visibility: 'draft' }).where('id', '=', LONG_LIST.items[0]!.id).execute()
    for (const preempt of [AbortSignal.abort(), undefined]) {
      await makeRelease({ ...seedOptions(folder, api), preempt })
      expect('search' in report().seconds).toBe(preempt !== undefined)
      expect(await found('ledger')).not.toContain(withdrawn)
      expect([5000, 5001].map(leaves)).toEqual([false, true])
    }
    const [updated, told] = [filesNow(), report()]
    const words = ['mill', 'harbour', 'regatta', 'lodz', 'calder']
    // One after the other: a module of Pagefind that is loaded twice at once may find nothing.
    const findAll = async () => {
      const all: string[][] = []
      for (const each of words) all.push(await found(each))
      return all
    }
    const hits = await findAll()
    expect(hits.flat()).not.toEqual([])
    await runToEnd(['scripts/build-site.ts', '--full'], { ...process.env, DATA_DIR: folder, SITE_URL })
    expect(differences(updated, filesNow()).filter((file) => !isSearch(file))).toEqual([])
    expect(hits).toEqual(await findAll())
    expect(told).toMatchObject({ counts: report().counts, counter: report().counter })
  },
)
