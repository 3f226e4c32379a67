import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { collection } from '#contract/collection.ts'
import { ITEM_TYPES } from '#contract/item.ts'
import { subject } from '#contract/subject.ts'
import { archiveFiles } from '#release/files/archive-files.ts'
import { affectedBy } from '#release/update/affected.ts'
import { changedPages, viewHashes } from '#release/update/contents.ts'
import { archiveOf, anItem, aPerson, aZone } from '../snapshot/pages/archive-of.ts'
import { organization } from './map-rows.ts'
import { rounds } from '../setup/length.ts'

/** `AFFECTED_RUNS=500` for a long run. */
const RUNS = rounds('AFFECTED_RUNS', 15, 200)

const upTo = (max: number) => fc.integer({ min: 1, max })
const some = (max: number) => fc.uniqueArray(upTo(max), { maxLength: 3 })
const scan = (id: number) => ({ id, version: 'a', width: 600, height: 400, order: 0 })
const row = fc.record({
  type: fc.constantFrom(...ITEM_TYPES.slice(0, 3)),
  date_start: fc.option(fc.integer({ min: 1850, max: 1953 }).map((year) => year * 10_000)),
  // Items of several years are listed by their middle.
  years: fc.option(upTo(60)),
  // More than a page of the first one: its list goes on on pages of its own.
  location: fc.option(fc.constantFrom(1, 1, 1, 1, 1, 1, 2, 3), { freq: 20 }),
  people: some(4),
  creator: fc.option(upTo(4)),
  subject: some(6),
  organizations: some(2),
  collection: fc.option(upTo(4)),
  title: fc.constantFrom('Mill', 'Quay', 'Regatta'),
  hasPicture: fc.boolean(),
})
type Row = typeof row extends fc.Arbitrary<infer Value> ? Value : never

const named = (id: number) => ({ id, first_name: 'Ada', surname: `Calder ${id}` })
const subjects = Array.from({ length: 6 }, (_, at) =>
  v.parse(subject, {
    id: at + 1,
    subject_name: `Subject ${at + 1}`,
    subject_description: '',
    subject_parent: at === 0 ? null : Math.ceil(at / 2),
  }),
)
const collections = Array.from({ length: 4 }, (_, at) =>
  v.parse(collection, {
    id: at + 1,
    collection_name: `Papers ${at + 1}`,
    collection_description: '',
    hierarchy: at === 0 ? 'fond' : 'series',
    parent_collection: at === 0 ? null : at,
  }),
)
const toItem = (
  id: number,
  { location, people, creator, subject, organizations, collection, hasPicture, years, ...rest }: Row,
) =>
  anItem(id, {
    ...rest,
    date_end: rest.date_start && years && rest.date_start + years * 10_000,
    location: location && { id: location, name: `Zone ${location}` },
    people: people.map(named),
    creator: creator && named(creator),
    subject: subject.map((each) => subjects[each - 1]),
    organizations: organizations.map((each) => ({ id: each, name: `Company ${each}` })),
    collection: collection && collections[collection - 1],
    item_scans: hasPicture ? [scan(id)] : [],
  })
const townOf = (rows: ReadonlyMap<number, Row>) =>
  archiveOf({
    items: [...rows].sort(([a], [b]) => a - b).map(([id, each]) => toItem(id, each)),
    people: [1, 2, 3, 4].map((id) => aPerson(id)),
    locations: [1, 2, 3].map((pk) => aZone(pk, pk)),
    organizations: [1, 2].map((id) => organization(id, `Company ${id}`)),
    subjects,
    collections,
  })
const change = fc.tuple(upTo(200), fc.option(row, { freq: 3 }))

test('whatever happens to items, only what follows them may show it', { timeout: 60_000 + RUNS * 2000 }, () => {
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 180, maxLength: 180 }),
      fc.array(change, { minLength: 1, maxLength: 3 }),
      (rows, changes) => {
        const before = new Map(rows.map((each, at) => [at + 1, each]))
        const after = new Map(before)
        for (const [id, to] of changes) {
          if (to) after.set(id, to)
          else after.delete(id)
        }
        const [was, is] = [townOf(before), townOf(after)]
        const ids = new Set(changes.map(([id]) => id))
        const changedOf = ({ lists }: typeof was) => lists.items.filter(({ id }) => ids.has(id))
        const affected = affectedBy(is, { before: changedOf(was), after: changedOf(is) })
        const [earlier, all, views] = [viewHashes(was), viewHashes(is), {}]
        const changed = [...changedPages(is, earlier, views, { affected })]
        expect(views).toEqual(all)
        expect(changed).toEqual(Object.keys(all).filter((address) => all[address] !== earlier[address]))
        const files = (archive: typeof was) => new Map(archiveFiles(archive, [], 'https://a.example'))
        const [old, made] = [files(was), files(is)]
        const forgotten = [...new Set([...old.keys(), ...made.keys()])].filter(
          (path) => !affected.hasFile(path) && old.get(path) !== made.get(path),
        )
        expect(forgotten).toEqual([])
      },
    ),
    { numRuns: RUNS, seed: 20261123 },
  )
})
