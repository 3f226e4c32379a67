import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeRelease, STEPS, type Steps } from '#release/make-release.ts'
import type { Contents } from '#release/update/contents.ts'
import type { PullReport } from '#snapshot/pull.ts'
import { forgetArchive } from '#snapshot/archive.ts'
import { listsFrom, readSnapshot, writeSnapshot } from '#snapshot/files.ts'
import { anItem, aSubject } from '../snapshot/pages/browse/small-archive.ts'
import { quickSteps } from './fake-steps.ts'

/** A large update makes its pages in slices, and looks between them whether something else waits. */
let itemCount = 30
const SLICE = 8
const MILLS = aSubject(5, 'Mills')
let siteFolder: string
let counter: number
beforeEach(() => {
  counter = 0
  itemCount = 30
  siteFolder = mkdtempSync(join(tmpdir(), 'lotline-slices-'))
})
afterEach(() => rmSync(siteFolder, { recursive: true, force: true, maxRetries: 10 }))

interface Options {
  changed: number[]
  onPage: (made: string[]) => void
  /** Pages that are made before the disk is full. */
  room: number
  /** The real one takes a second. */
  search: Steps['search']
  /** Whether an item has the subject 5. */
  subjectOf: (id: number) => boolean
}
/** `changed`: those that are told to have changed; undefined: anything. */
function build(
  titleOf: (id: number) => string | null,
  { changed, onPage, room = Infinity, search, subjectOf = () => false }: Partial<Options> = {},
) {
  const made: string[] = []
  const preempt = new AbortController()
  const pull: Steps['pull'] = async ({ folder, apiBase, earlier }): Promise<PullReport> => {
    const ids = Array.from({ length: itemCount }, (_, at) => at + 1).filter((id) => titleOf(id) !== null)
    const items = ids.map((id) =>
      anItem(id, { title: titleOf(id), subject: subjectOf(id) ? [MILLS] : [], date_start: (1800 + id) * 10_000 }),
    )
    const before = earlier ? readSnapshot(earlier.folder).lists.items : []
    const meta = writeSnapshot(
      folder,
      listsFrom((list) => (list === 'items' ? items : list === 'subjects' ? [MILLS] : [])),
      { source: 'test', apiBase, counter: ++counter, overlays: [] },
    )
    const named = <Row extends { id: number }>(rows: readonly Row[]) => rows.filter(({ id }) => changed?.includes(id))
    return {
      meta,
      leftOut: [],
      unpublished: {},
      oneByOne: [],
      notes: [],
      ...(changed && { changed: { before: named(before), after: named(items) } }),
    }
  }
  const renderer: Steps['renderer'] = async () => ({
    async *render(snapshot, addresses) {
      const { items } = readSnapshot(snapshot).lists
      for (const address of addresses) {
        if (address.includes('inline')) yield [address, JSON.stringify({ scripts: [], styles: [] })]
        else {
          const item = items.find(({ id }) => address === `/itemview/${id}/`)
          if (item) made.push(item.title)
          if (made.length > room) throw new Error('The disk is full.')
          onPage?.(made)
          if (made.length === 3 && onPage) preempt.abort()
          yield [address, `<p>${item?.title ?? 'page'}</p>`]
        }
      }
    },
  })
  const options = {
    siteFolder,
    api: 'http://api.test',
    source: 'test',
    apiBase: '',
    site: 'https://town.example',
    incremental: true,
    slice: SLICE,
    preempt: preempt.signal,
  }
  forgetArchive()
  const steps = quickSteps('x', { pull, renderer, ...(search && { search }) })
  return makeRelease(options, steps).then((report) => ({ report, made }))
}
const page = (id: number) => readFileSync(join(siteFolder, 'current/itemview', String(id), 'index.html'), 'utf8')
const pages = () => Array.from({ length: itemCount }, (_, at) => page(at + 1))
const contents = () =>
  JSON.parse(readFileSync(join(siteFolder, 'releases/1/contents.json'), 'utf8')) as Pick<Contents, 'left' | 'views'>
const left = () => contents().left?.length ?? 0
const furtherPages = () => Object.keys(contents().views).filter((page) => /^\/subjects\/5\/\d/.test(page))
/** Of the search index, in all its chunks and records. */
const words = () =>
  ['index', 'fragment']
    .map((name) => join(siteFolder, 'current/pagefind', name))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((file) => /\.pf_\w+$/.test(file))
    .map((file) => gunzipSync(readFileSync(file)).toString('latin1'))
    .join(' ')

test(
  'what is small and comes during a large update is live before the rest of it, and the rest is not forgotten',
  { timeout: 60_000 },
  async () => {
    await build((id) => `first ${id}`)
    const { report, made } = await build((id) => `second ${id}`, { onPage: () => {} })
    expect(made).toHaveLength(SLICE)
    expect(left()).toBeGreaterThan(0)
    expect(report.update).toMatchObject({ number: 1 })
    let atFirst: string[] = []
    const next = await build((id) => (id === 30 ? 'urgent' : `second ${id}`), {
      changed: [30],
      onPage: (all) => (atFirst = atFirst.length ? atFirst : [...all]),
    })
    expect(next.made[0]).toBe('urgent')
    expect(page(30)).toBe('<p>urgent</p>')
    expect(left()).toBeGreaterThan(0)
    const last = await build((id) => (id === 30 ? 'urgent' : `second ${id}`), { changed: [] })
    expect(left()).toBe(0)
    expect(pages()).toEqual(
      Array.from({ length: itemCount }, (_, at) => `<p>${at === 29 ? 'urgent' : `second ${at + 1}`}</p>`),
    )
    expect(last.report.update).toMatchObject({ number: 3 })
    expect(readdirSync(join(siteFolder, 'releases'))).toEqual(['1'])
  },
)

test(
  'words of a withdrawn record leave the search at once, whoever else waits, and before pages that were left',
  { timeout: 60_000 },
  async () => {
    await build((id) => (id === 5 ? 'zephyrquill' : `first ${id}`), { search: STEPS.search })
    expect(words()).toContain('zephyrquill')
    await build((id) => (id === 5 ? null : `second ${id}`), { onPage: () => {}, search: STEPS.search })
    expect(existsSync(join(siteFolder, 'current/itemview/5/index.html'))).toBe(false)
    expect(words()).not.toContain('zephyrquill')
    expect(left()).toBeGreaterThan(0)
  },
)

test('an index that could not be made after a withdrawal is made by the next update', { timeout: 60_000 }, async () => {
  await build((id) => (id === 5 ? 'zephyrquill' : `first ${id}`), { search: STEPS.search })
  const titles = (id: number) => (id === 5 ? null : `first ${id}`)
  const search = () => Promise.reject(new Error('out of memory'))
  await expect(build(titles, { search })).rejects.toThrow('out of memory')
  expect(existsSync(join(siteFolder, 'current/itemview/5/index.html'))).toBe(false)
  expect(words()).toContain('zephyrquill')
  // Caches are told of both.
  const { report } = await build(titles, { search: STEPS.search })
  expect(words()).not.toContain('zephyrquill')
  expect(report.changed.removed).toContain('/itemview/5/')
})

test('caches are told of an update whose later pages failed', { timeout: 60_000 }, async () => {
  await build((id) => `first ${id}`)
  const titles = (id: number) => (id === 5 ? null : `second ${id}`)
  await expect(build(titles, { room: SLICE + 2 })).rejects.toThrow('The disk is full.')
  expect(existsSync(join(siteFolder, 'current/itemview/5/index.html'))).toBe(false)
  expect(left()).toBeGreaterThan(0)
  const { report } = await build(titles)
  expect(report.changed.removed).toContain('/itemview/5/')
})

test('a list that loses a further page keeps its entry in the search index', { timeout: 60_000 }, async () => {
  itemCount = 100
  await build((id) => `first ${id}`, { subjectOf: () => true })
  expect(furtherPages()).not.toEqual([])
  const search = () => Promise.reject(new Error('The index stays.'))
  await build((id) => `first ${id}`, { subjectOf: (id) => id < 20, search })
  expect(furtherPages()).toEqual([])
})
