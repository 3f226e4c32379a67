import type { DraftStorage } from './draft-storage.ts'

/** Whose drafts: those of a user of one API (`Client.base`). */
export interface DraftOwner {
  api: string
  account: number
}

type Owned = Partial<DraftOwner> & { id: string }
/** An account's drafts, of any format. */
export const draftsOf = (stored: readonly unknown[], { api, account }: DraftOwner): Owned[] =>
  (stored as Owned[]).filter((draft) => draft.api === api && draft.account === account)

/** Ids of an account's drafts on this device. Small, because every page may need it when somebody logs out. */
export const draftIdsOf = async (storage: Pick<DraftStorage, 'all'>, owner: DraftOwner): Promise<string[]> =>
  draftsOf(await storage.all(), owner).map(({ id }) => id)

/** Removes them with their files. */
export async function removeDraftsOf(storage: Pick<DraftStorage, 'all' | 'remove'>, owner: DraftOwner): Promise<void> {
  for (const id of await draftIdsOf(storage, owner)) await storage.remove(id)
}
