import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { ITEM_TYPES } from '#contract/item.ts'
import { buildSearchDelta, buildSearchIndex } from '#release/search/build-index.ts'
import { type SearchContents, updateSearch } from '#release/update/update-search.ts'
import { openUpdate } from '#release/update/write-update.ts'
import { loadArchive } from '#snapshot/archive.ts'
import { listsFrom, writeSnapshot } from '#snapshot/files.ts'
import { anItem, aPerson } from '../../snapshot/pages/archive-of.ts'
import { openFolder } from './pagefind-in-node.ts'
import { rounds } from '../../setup/length.ts'

/** A base, in one shard or several, and a delta over it find what an index made anew finds. `DELTA_ROUNDS=50` for a long run, `DELTA_SEED` to repeat one. */
const ROUNDS = rounds('DELTA_ROUNDS', 2, 20)
const SEED = Number(process.env.DELTA_SEED ?? 20261123)

const WORDS =
  'mill mills miller harbour harbours family families church quay regatta steamer orchard Łódź 1880–1885 O’Neil'.split(
    ' ',
  )
const words = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }).map((some) => some.join(' '))
const rare = fc.constantFrom('zeppelin', 'quarantine', 'mandolin', 'miller’s')
const text = fc.oneof(
  { weight: 8, arbitrary: words },
  { weight: 1, arbitrary: fc.tuple(words, rare).map((two) => two.join(' ')) },
)
const type = fc.constantFrom(...ITEM_TYPES.slice(0, 3))

/** What is published: records by their ids. */
interface Town {
  items: Map<number, { title: string; general_description: string; type: string }>
  people: Map<number, { surname: string; biography: string }>
}
type Edit = (town: Town) => unknown
const item = fc.record({ title: words, general_description: text, type })
const person = fc.record({ surname: words, biography: text })
const id = fc.integer({ min: 1, max: 60 })
const edit = fc.oneof<fc.Arbitrary<Edit>[]>(
  fc.tuple(id, item).map(
    ([id, row]) =>
      (town: Town) =>
        town.items.set(id, row),
  ),
  fc.tuple(id, person).map(
    ([id, row]) =>
      (town: Town) =>
        town.people.set((id % 12) + 1, row),
  ),
  id.map((id) => (town: Town) => town.items.delete(id)),
  id.map((id) => (town: Town) => town.people.delete((id % 12) + 1)),
)

const inOrder = <Row>(rows: ReadonlyMap<number, Row>) => [...rows].sort(([a], [b]) => a - b)
function snapshotOf(town: Town, target: string): string {
  const lists = listsFrom(() => [])
  lists.items = inOrder(town.items).map(([id, row]) => anItem(id, row))
  lists.people = inOrder(town.people).map(([id, row]) => aPerson(id, row))
  writeSnapshot(target, lists, { source: 'test', apiBase: '', counter: 1, overlays: [] })
  return target
}
type Opened = Awaited<ReturnType<typeof openFolder>>

/** What visitors can see of a search, and the score of each result. */
async function findings(engine: Opened, town: Town, typed: string) {
  const { list, kinds, unknown } = await engine.search(typed)
  const found = await Promise.all(list.map(async (match) => [(await match.read()).url, match.score] as const))
  const { types } = await engine.search(typed, { kind: 'item' })
  const items = await engine.itemIds(
    typed,
    [...town.items.keys()].sort((a, b) => a - b),
  )
  return {
    scores: new Map(found),
    seen: { addresses: found.map(([url]) => url).sort(), kinds, types, unknown, items: items.sort((a, b) => a - b) },
  }
}

const QUERIES = [
  ...WORDS,
  'mil',
  'harb',
  'famil',
  'church mill',
  'harbour family regatta',
  '"mill church"',
  'zeppelin',
  'zeppel',
  'quarantine mill',
  'mandolins',
  'nowhere',
  'orchrad',
  'q',
]

test.each([
  ['one shard', Infinity, 1.5],
  // Shards of only 20 records have words of several frequencies: their scores for several words together are less alike.
  ['three shards', 24, 2],
])('%s, over random edits', { timeout: 60_000 + ROUNDS * 20_000 }, async (_, recordsAShard, clear) => {
  const folder = mkdtempSync(join(tmpdir(), 'lotline-delta-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  const town: Town = { items: new Map(), people: new Map() }
  const [many] = fc.sample(fc.array(edit, { minLength: 90, maxLength: 90 }), { numRuns: 1, seed: SEED })
  for (const each of many!) each(town)
  const release = join(folder, 'release')
  const live = join(release, 'public')
  const first = snapshotOf(town, join(folder, 'first'))
  const base = await buildSearchIndex(first, join(live, 'pagefind'), { recordsAShard })
  let contents: SearchContents = { ...base, delta: [] }
  const rounds = fc.sample(fc.array(edit, { minLength: 1, maxLength: 8 }), { numRuns: ROUNDS, seed: SEED + 1 })
  for (const [at, edits] of rounds.entries()) {
    for (const each of edits) each(town)
    const snapshot = snapshotOf(town, join(folder, `snapshot-${at}`))
    const update = openUpdate(join(folder, `update-${at}`), release)
    const index = join(folder, `index-${at}`)
    const { search } = await updateSearch(update, loadArchive(snapshot), contents, buildSearchDelta, index)
    contents = search
    if (update.writes.size > 0) cpSync(update.fresh, live, { recursive: true })
    for (const file of update.removals) rmSync(join(live, file))
    await buildSearchIndex(snapshot, join(folder, `anew-${at}`))
    // One after the other: each loads files from the last folder that was opened.
    const anew = await findAll(join(folder, `anew-${at}`), town)
    const joined = await findAll(join(live, 'pagefind'), town)
    for (const typed of QUERIES) {
      const [expected, found] = [anew.get(typed)!, joined.get(typed)!]
      // A word that only hidden records of the base have finds nothing, but is not called unknown before the base is made anew.
      const unknown = found.seen.unknown.length === 0 ? [] : expected.seen.unknown
      expect({ at, typed, ...found.seen }).toEqual({ at, typed, ...expected.seen, unknown })
      for (const [one, score] of expected.scores)
        for (const [other, less] of expected.scores)
          if (score > clear * less)
            expect(found.scores.get(one)!, `${typed}: ${one} before ${other}`).toBeGreaterThan(found.scores.get(other)!)
    }
  }
})

async function findAll(index: string, town: Town) {
  const engine = await openFolder(index)
  const found = new Map<string, Awaited<ReturnType<typeof findings>>>()
  for (const typed of QUERIES) found.set(typed, await findings(engine, town, typed))
  return found
}
