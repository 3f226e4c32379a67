import { addRecords, openTestArchive } from '../fixtures.ts'
import type { Answered, TestAccount, TestArchive } from '../fixtures.ts'
import { DRAFTS_OF_ALL } from '../walk/draft-town.ts'

type Table = 'item' | 'person' | 'subject' | 'organization' | 'collection' | 'grave' | 'relationship'

/** The town with a draft of every account. */
export async function openDraftTown(): Promise<TestArchive> {
  const town = await openTestArchive()
  await addRecords(town.db, DRAFTS_OF_ALL)
  return town
}

/** Sends to the open town, and reads the result. */
export const sendingTo = (town: () => TestArchive) => ({
  post: (url: string, body: unknown, as: TestAccount = 'volunteer', headers = {}): Promise<Answered> =>
    town().send(url, { method: 'POST', body, as, headers }),
  row: (table: Table, id: number) =>
    town()
      .db.selectFrom(table as 'item')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
})
export const idOf = ({ json }: Answered) => (json as { id: number }).id
