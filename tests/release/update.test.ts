import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listFiles } from '#release/files/link-unchanged.ts'
import { itemAddress } from '#rules/addresses/page-addresses.ts'
import { makeRelease, type Step, STEPS } from '#release/make-release.ts'
import { openReleases } from '#release/releases.ts'
import type { BuildReport } from '#release/report.ts'
import { addRecords, openTestArchive } from '../server/fixtures.ts'
import type { TestArchive } from '../server/fixtures.ts'
import { rounds } from '../setup/length.ts'
import { openFolder } from './search/pagefind-in-node.ts'
import { seedSite } from './seed-site.ts'
import { apply, edit, endOfLongList, itemEdit, LONG_LIST } from './update-edits.ts'

const run = promisify(execFile)
/** `UPDATE_ROUNDS=50` for a long run, `UPDATE_SEED` to repeat one. */
const ROUNDS = rounds('UPDATE_ROUNDS', 1, 10)
const SEED = Number(process.env.UPDATE_SEED ?? 20261122)

let archive: TestArchive
let folder: string
let api: string
beforeAll(async () => {
  archive = await openTestArchive()
  await addRecords(archive.db, LONG_LIST)
  api = await archive.app.listen({ port: 0, host: '127.0.0.1' })
  folder = mkdtempSync(join(tmpdir(), 'lotline-update-'))
})
afterAll(async () => {
  await archive.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}
const build = (data: string, ...options: string[]) =>
  run(process.execPath, ['scripts/build-site.ts', ...options], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      API_URL: api,
      SITE_URL: 'https://a.example',
      DATA_DIR: join(folder, data),
    },
  })
const optionsOf = (data: string) => ({
  siteFolder: join(folder, data, 'site'),
  ...{ api, source: api, apiBase: api, site: 'https://a.example' },
  incremental: true,
})
/** As the process that waits for publishings does it: archive and renderer stay loaded. */
const update = (data: string) => makeRelease(optionsOf(data))
const site = (data: string) => realpathSync(join(folder, data, 'site', 'current'))
const reportOf = (data: string) =>
  JSON.parse(readFileSync(join(site(data), '../build-report.json'), 'utf8')) as BuildReport
const filesOf = (data: string) =>
  new Map(listFiles(site(data)).map((file) => [file, readFileSync(join(site(data), file)).toString('base64')]))
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
async function found(data: string, words: string) {
  const { list } = await (await openFolder(join(site(data), 'pagefind'))).search(words)
  return (await Promise.all(list.map((match) => match.read()))).map(({ url }) => url).sort()
}
const isCopy = (file: string) => /\.(?:br|gz)$/.test(file)
const addressesOf = (files: readonly string[]) =>
  files.filter((file) => !isCopy(file)).map((file) => `/${file.replace(/index\.html$/, '')}`)

async function updateAndCompare() {
  const before = filesOf('updated')
  await update('updated')
  const { changed: told } = reportOf('updated')
  const changed = addressesOf(differences(before, filesOf('updated')).filter((file) => !isSearch(file)))
  const reported = [...told.written, ...told.removed].filter((address) => !isSearch(address.slice(1)))
  expect(reported.toSorted()).toEqual(changed.toSorted())
}

test(
  'updates give the site of a full build, byte for byte, and write only files whose bytes change',
  { timeout: 480_000 + ROUNDS * 60_000 },
  async () => {
    // An ancestor cannot be merged.
    await archive.db.deleteFrom('relationship').where('person1_id', '=', 2).execute()
    for (const data of ['updated', 'full']) await seedSite(join(folder, data))
    await build('updated', '--full')
    const sampled = fc.sample(fc.array(edit, { minLength: 1, maxLength: 6 }), { numRuns: ROUNDS, seed: SEED })
    const ofItems = fc.sample(fc.array(itemEdit, { minLength: 1, maxLength: 4 }), { numRuns: ROUNDS, seed: SEED })
    for (const [at, edits] of sampled.entries()) {
      // Followed to the pages that show them.
      const isLong = at % 2 === 1
      await apply(archive.db, [...ofItems[at]!, endOfLongList(isLong ? 'published' : 'draft')])
      await updateAndCompare()
      expect(reportOf('updated').update!.items).not.toBeNull()
      expect(existsSync(join(site('updated'), 'org-overview/77/2/index.html'))).toBe(isLong)
      await apply(archive.db, edits)
      // The page of a merged record has the path of the record's own: one goes and the other comes, and back.
      await archive.db.updateTable('person').set({ visibility: 'published' }).where('id', 'in', [2, 3]).execute()
      const isMerged = at % 2 === 0
      await (isMerged ? merge(3, 2) : undoMerge())
      await updateAndCompare()
      expect(reportOf('updated').update!.items).toBeNull()
      const page = readFileSync(join(site('updated'), 'person-overview/3/index.html'), 'utf8')
      expect(page.includes('http-equiv="refresh"')).toBe(isMerged)
    }
    expect(reportOf('updated').update).toMatchObject({ number: 2 * ROUNDS })
    // Also where another build waits, the words of what was withdrawn leave the index in the same build. Without a withdrawal the index stays.
    const withdrawn = itemAddress(LONG_LIST.items[0]!.id)
    await archive.db.updateTable('item').set({ visibility: 'draft' }).where('id', '=', LONG_LIST.items[0]!.id).execute()
    for (const preempt of [AbortSignal.abort(), undefined]) {
      await makeRelease({ ...optionsOf('updated'), preempt })
      expect('search' in reportOf('updated').seconds).toBe(preempt !== undefined)
      expect(await found('updated', 'ledger')).not.toContain(withdrawn)
    }
    await build('full', '--full')
    const [updated, full] = [filesOf('updated'), filesOf('full')]
    expect(differences(updated, full).filter((file) => !isSearch(file))).toEqual([])
    for (const words of ['mill', 'harbour', 'regatta', 'lodz', 'calder'])
      expect({ words, found: await found('updated', words) }).toEqual({ words, found: await found('full', words) })
    expect(reportOf('updated')).toMatchObject({ counts: reportOf('full').counts, counter: reportOf('full').counter })
  },
)

/** `UPDATE_KILLS=100` for a long run. */
const KILLS = rounds('UPDATE_KILLS', 1, 20)

test(
  'a build that is killed leaves every file whole, and after a restart the old site or the new one',
  { timeout: 120_000 + KILLS * 60_000 },
  async () => {
    const releases = openReleases(join(folder, 'updated', 'site'))
    const root = join(folder, 'updated', 'site', 'releases')
    const isReplacing = () =>
      readdirSync(root).some((name) => name.endsWith('.half') && existsSync(join(root, name, 'journal.json')))
    const duration = await secondsOf(() => build('updated'))
    const sampled = fc.sample(
      fc.tuple(fc.array(edit, { minLength: 1, maxLength: 6 }), fc.double({ min: 0, max: 1.1, noNaN: true })),
      { numRuns: KILLS, seed: SEED },
    )
    for (const [at, [edits, part]] of sampled.entries()) {
      const before = filesOf('updated')
      const searchedBefore = await found('updated', 'mill')
      await apply(archive.db, edits)
      const killed = build('updated')
      // Every other one while it replaces files, which takes milliseconds.
      if (at % 2 === 0)
        await vi.waitUntil(() => isReplacing() || killed.child.exitCode !== null, { timeout: 60_000, interval: 1 })
      else await pause(part * duration * 1000)
      killed.child.kill('SIGKILL')
      await killed.catch(() => {})
      const between = filesOf('updated')
      releases.recover()
      const restarted = filesOf('updated')
      const searched = await found('updated', 'mill')
      await update('updated')
      const after = filesOf('updated')
      const isWhole = ([file, bytes]: [string, string]) => bytes === before.get(file) || bytes === after.get(file)
      expect([...between].filter((each) => !isSearch(each[0]) && !isWhole(each)).map(([file]) => file)).toEqual([])
      const differing = (site: typeof before) => differences(restarted, site).filter((file) => !isSearch(file)).length
      expect([differing(before), differing(after)]).toContain(0)
      // The search may have been between the update and the renewed index: it answers in any case.
      expect(searched).toEqual(
        differing(before) === 0 && differing(after) > 0 ? searchedBefore : await found('updated', 'mill'),
      )
    }
  },
)

const noSpace = () => Promise.reject(new Error('ENOSPC: no space left on device, write'))

test.each<Step>(['pull', 'compress'])('an update that fails in the step %s leaves the site as it was', async (step) => {
  const before = filesOf('updated')
  await archive.db
    .updateTable('item')
    .set({ title: `Failed: ${step}` })
    .where('id', '=', 1)
    .execute()
  await expect(makeRelease(optionsOf('updated'), { ...STEPS, [step]: noSpace })).rejects.toThrow('no space left')
  expect(differences(before, filesOf('updated'))).toEqual([])
  expect(readdirSync(join(folder, 'updated', 'site', 'releases')).filter((name) => name.endsWith('.half'))).toEqual([])
})
