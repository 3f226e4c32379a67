import { expect, test } from 'vitest'
import { organizationsOfItem, peopleOfItem, roleInItem } from '#rules/people/people-of-item.ts'

const person = (id: number) => ({
  id,
  first_name: `P${id}`,
  middle_name: '',
  surname: '',
  date_of_birth: null,
  date_of_death: null,
})
const item = { people: [person(1), person(2)], creator: person(3), contributors: [person(2), person(4)] }

test('an item’s people are those in it, its creator and its contributors, each once', () => {
  expect(peopleOfItem(item).map(({ id }) => id)).toEqual([1, 2, 3, 4])
  expect(peopleOfItem({ people: [], creator: null, contributors: [] })).toEqual([])
})

test('its organizations are those in it and its creator, each once', () => {
  const [one, two] = [1, 2].map((id) => ({ id, name: `O${id}` }))
  const ids = (creator_organization: typeof one | null) =>
    organizationsOfItem({ organizations: [one!], creator_organization: creator_organization! }).map(({ id }) => id)
  expect([ids(null), ids(one!), ids(two!)]).toEqual([[1], [1], [1, 2]])
})

test('the role of who is not pictured', () => {
  expect([1, 2, 3, 4, 5].map((id) => roleInItem(item, id))).toEqual(['', '', 'as creator', 'as contributor', ''])
})
