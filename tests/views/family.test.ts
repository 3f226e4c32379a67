import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { person } from '#contract/person.ts'
import { familyView } from '#views/family.ts'

const rows = (table: string) =>
  parse<Record<string, string>>(readFileSync(`tests/fixtures/parents/${table}.csv`), { columns: true })
const people = rows('people').map(({ id, ...names }) => v.parse(person, { ...names, id: Number(id), image: null }))
const links = rows('relationships').map(({ person1, person2, description = '' }) => ({
  parent: Number(person1),
  child: Number(person2),
  description,
}))
const named = (ids: Iterable<number>) => [...new Set(ids)].map((id) => people.find((each) => each.id === id)!)
const parentsOf = (id: number) => links.filter(({ child }) => child === id)
const childrenOf = (id: number) => links.filter(({ parent }) => parent === id).map(({ child }) => child)

/** Names with their notes, as the cards of a person's family have them. */
function notesOf(id: number) {
  const parents = parentsOf(id).map(({ parent }) => parent)
  const view = familyView(
    {
      person: named([id])[0]!,
      parents: named(parents),
      siblings: named(parents.flatMap(childrenOf).filter((each) => each !== id)),
      spouses: [],
      children: named(childrenOf(id)),
      parentageOf: (each) => parentsOf(each).map(({ parent, description }) => ({ id: parent, description })),
      residencesOf: () => [],
      place: () => undefined,
    },
    '',
  )
  const of = (cards: typeof view.parents) => Object.fromEntries(cards.map(({ text, note }) => [text, note]))
  return { parents: of(view.parents), siblings: of(view.siblings), children: of(view.children) }
}

test('the kind of a parent stands with the name, on the pages of parent and child', () => {
  expect(notesOf(5).parents).toEqual({
    'Fred Half': 'biological',
    'Ida Half': 'biological',
    'Angus Step': 'step-parent since 1900',
  })
  expect(notesOf(4).children).toEqual({ 'Ann Half': 'step-parent since 1900' })
  expect(notesOf(7).parents).toEqual({ 'Fred Half': 'adoptive', 'Ida Half': 'adoptive' })
})

test('a step-parent hides no half-sibling; children by adoption are full siblings', () => {
  expect(notesOf(5).siblings).toEqual({ 'Bob Half': 'Half-sibling', 'Cora Half': '' })
  expect(notesOf(6).siblings).toEqual({ 'Ann Half': 'Half-sibling', 'Cora Half': 'Half-sibling' })
})
