import type { DraftStorage } from './draft-storage.ts'

/** Whose drafts: those of a user of one API (`Client.base`). */
export interface DraftOwner {
  api: string
  account: number
}

/** Ids of an account's drafts on this device, of any format. Small, because every page may need it when somebody logs out. */
export async function draftIdsOf(storage: Pick<DraftStorage, 'all'>, { api, account }: DraftOwner): Promise<string[]> {
  const drafts = (await storage.all()) as (Partial<DraftOwner> & { id: string })[]
  return drafts.filter((draft) => draft.api === api && draft.account === account).map(({ id }) => id)
}

/** Removes them with their files. */
export async function removeDraftsOf(storage: Pick<DraftStorage, 'all' | 'remove'>, owner: DraftOwner): Promise<void> {
  for (const id of await draftIdsOf(storage, owner)) await storage.remove(id)
}
