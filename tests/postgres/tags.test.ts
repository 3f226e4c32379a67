import { afterAll, beforeAll, expect, test } from 'vitest'
import { refreshItemSearch } from '#server/database/item-search.ts'
import { addRecords, type TestRecords } from '../server/fixtures.ts'
import { itemsPage, openBoth, type Both } from './both-databases.ts'

/** Person 4 and subject 3 are drafts. */
const TOWN: TestRecords = {
  person: [
    { id: 1, first_name: 'Agnes', surname: 'Fraser' },
    { id: 2, first_name: 'Hugh', surname: 'Fraser' },
    { id: 3, first_name: 'Janet', surname: 'Doyle' },
    { id: 4, first_name: 'Karl', surname: 'Hidden', visibility: 'draft' },
  ],
  subject: [
    { id: 1, subject_name: 'Mills' },
    { id: 2, subject_name: 'Harbours' },
    { id: 3, subject_name: 'Secrets', visibility: 'draft' },
  ],
  organization: [{ id: 1, name: 'Mill Company' }],
  items: [
    { id: 1, title: 'Wheel', people: [1, 2], subjects: [1], organizations: [1], date_start: 19050000 },
    { id: 2, title: 'Dam', people: [1], contributors: [3], subjects: [1, 2], date_start: 18900000 },
    { id: 3, title: 'Pier', creator_id: 2, subjects: [2, 3], type: 'postcard', date_start: 19100000 },
    { id: 4, title: 'Boat', creator_id: 1, people: [4], organizations: [1] },
    { id: 5, title: 'Sack', people: [1, 2], visibility: 'draft' },
  ],
}

let both: Both
beforeAll(async () => {
  both = await openBoth('tags', (db) => addRecords(db, TOWN))
})
afterAll(() => both.close())

async function expectIds(query: Record<string, string>, ids: number[]): Promise<void> {
  for (const own of both.repositories) {
    const { count, results } = await itemsPage(own, query)
    expect({ count, ids: results.map(({ id }) => id) }).toEqual({ count: ids.length, ids })
  }
}

test.each<[query: Record<string, string>, ids: number[]]>([
  [{ people_or: '1' }, [2, 1, 4]],
  [{ people_or: '2,3' }, [2, 1, 3]],
  [{ people_or: '2,2,99' }, [1, 3]],
  [{ people_and: '1,2' }, [1]],
  [{ people_and: '1,1' }, [2, 1, 4]],
  [{ people_and: '1,99' }, []],
  [{ people_or: '1,2', people_as: 'creator' }, [3, 4]],
  [{ people_or: '1,2', people_as: 'pictured' }, [2, 1]],
  // A draft finds nothing.
  [{ people_or: '4' }, []],
  [{ people_and: '1,4' }, []],
  [{ subjects_or: '3,2' }, [2, 3]],
  [{ subjects_and: '1,2' }, [2]],
  [{ subjects_or: '1,2', date: '1890000019059999' }, [2, 1]],
  [{ subjects_or: '1,2', type: 'postcard' }, [3]],
  [{ subjects_or: '1', organizations: '1' }, [1]],
  [{ organizations: '1' }, [1, 4]],
  [{ organizations: '1', sort: 'title' }, [4, 1]],
  [{ organizations: '1', people_or: '1', people_as: 'creator', sort: 'title' }, [4]],
  [{ search: 'fraser', subjects_or: '1' }, [1, 2]],
  [{ search: 'fraser', subjects_or: '1', sort: 'title' }, [2, 1]],
  [{ search: 'fraser mills', people_and: '1,2', date: '1900000019099999' }, [1]],
])('%o finds %o on both databases', expectIds)

test('an item whose tags change is found by those that it has', async () => {
  for (const db of both.databases) {
    await db.transaction().execute(async (trx) => {
      await trx.deleteFrom('item_person').where('item_id', '=', 1).where('person_id', '=', 2).execute()
      await trx.insertInto('item_subject').values({ item_id: 1, subject_id: 2, position: 1 }).execute()
      await refreshItemSearch(trx, [1])
    })
  }
  await expectIds({ people_and: '1,2' }, [])
  await expectIds({ subjects_and: '1,2' }, [2, 1])
  for (const db of both.databases) await db.deleteFrom('item').where('id', '=', 2).execute()
  await expectIds({ subjects_and: '1,2' }, [1])
})

test('an item that is withdrawn is neither found nor counted, before its full text is written anew', async () => {
  for (const db of both.databases)
    await db.updateTable('item').set({ visibility: 'draft' }).where('id', '=', 4).execute()
  await expectIds({ people_or: '1' }, [1])
  await expectIds({ search: 'boat' }, [])
  await expectIds({}, [1, 3])
})
