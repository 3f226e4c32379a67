import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import * as v from 'valibot'
import { item } from '#contract/item.ts'
import { person } from '#contract/person.ts'
import { listsFrom, writeSnapshot } from '#snapshot/files.ts'
import { openArchive, type Archive } from '#snapshot/archive.ts'
import type { SnapshotLists } from '#snapshot/plans.ts'

const folders: string[] = []
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true, maxRetries: 10 })))

function archiveOf(given: Partial<SnapshotLists>): Archive {
  const parent = mkdtempSync(join(tmpdir(), 'lotline-archive-'))
  folders.push(parent)
  const lists = listsFrom((name) => given[name] ?? [])
  writeSnapshot(join(parent, 'snapshot'), lists, { source: 'test', apiBase: '', counter: 1, overlays: [] })
  return openArchive(join(parent, 'snapshot'))
}
const human = (id: number, more: object = {}) => v.parse(person, { id, surname: `P${id}`, ...more })
const picture = (id: number, more: object = {}) =>
  v.parse(item, { id, type: 'photograph', visibility: 'published', ...more })
const parentOf = (person1: number, person2: number) => ({
  person1,
  person2,
  relationship_type: 'parent' as const,
  description: '',
})

test('families: eldest first, siblings by one parent, marriages from both sides, no missing people', () => {
  const town = archiveOf({
    people: [
      human(1, { spouses: [2, 99] }),
      human(2),
      human(3, { date_of_birth: 18900000 }),
      human(4, { date_of_birth: 18800000 }),
      human(5),
    ],
    relationships: [
      parentOf(1, 3),
      parentOf(2, 3),
      parentOf(1, 4),
      parentOf(2, 5),
      parentOf(99, 3),
      parentOf(3, 99),
      parentOf(3, 3),
    ],
  })
  const ids = (people: { id: number }[]) => people.map((each) => each.id)
  expect(ids(town.childrenOf(1))).toEqual([4, 3])
  expect(ids(town.siblingsOf(3))).toEqual([4, 5])
  expect(ids(town.parentsOf(3))).toEqual([1, 2])
  expect(ids(town.childrenOf(3))).toEqual([])
  expect(ids(town.spousesOf(1))).toEqual([2])
  expect(ids(town.spousesOf(2))).toEqual([1])
})

test('items are sorted by date, undated last, ties by id, without duplicates', () => {
  const link = { id: 1, first_name: '', middle_name: '', surname: 'P1', date_of_birth: null, date_of_death: null }
  const town = archiveOf({
    people: [human(1)],
    items: [
      picture(1, { people: [link], creator: link }),
      picture(2, { date_start: 19000000, contributors: [link] }),
      picture(3, { date_end: 18900000, people: [link] }),
      picture(4, { date_start: 19000000, people: [link] }),
    ],
  })
  expect(town.itemsOfPerson(1).map((each) => each.id)).toEqual([3, 2, 4, 1])
})

test('a child of a missing record becomes a root', () => {
  const subject = (id: number, subject_parent: number | null) => ({
    id,
    subject_name: `S${id}`,
    subject_description: '',
    subject_parent,
  })
  const town = archiveOf({ subjects: [subject(1, null), subject(2, 1), subject(3, 77)] })
  expect(town.childSubjects(null).map((each) => each.id)).toEqual([1, 3])
  expect(town.childSubjects(1).map((each) => each.id)).toEqual([2])
})

test('the error for a missing snapshot says how to make one', () => {
  expect(() => openArchive('')).toThrow(/npm run build/)
})
