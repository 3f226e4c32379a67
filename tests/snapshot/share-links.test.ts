import { expect, test } from 'vitest'
import { createLinkSharing } from '#snapshot/files.ts'
import { anItem } from './pages/archive-of.ts'

test('equal links of items become one object, others stay as they are', () => {
  const ada = { id: 7, first_name: 'Ada', surname: 'Calder' }
  const named = (id: number, surname: string) =>
    anItem(id, {
      people: [{ ...ada, surname }],
      creator: ada,
      location: { id: 7, name: 'Mill' },
      subject: [{ id: 7, subject_name: 'Mills' }],
    })
  const items = [named(1, 'Calder'), named(2, 'Calder'), named(3, 'Moss'), anItem(4)]
  const before = structuredClone(items)
  const [one, two, three, four] = items.map(createLinkSharing())
  expect([one, two, three, four]).toEqual(before)
  expect(two!.people[0]).toBe(one!.people[0])
  expect(one!.creator).toBe(one!.people[0])
  expect(two!.location).toBe(one!.location)
  expect(two!.subject[0]).toBe(one!.subject[0])
  expect(three!.people[0]).not.toBe(one!.people[0])
})
