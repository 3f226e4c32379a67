import { atom } from 'nanostores'
import { draftsOf } from './account-drafts.ts'
import type { DraftSummary } from './add-item-stores.ts'
import type { AddItemDeps } from './deps.ts'
import type { Draft } from './draft.ts'
import { filesOf, isEmpty, isNewer, readDraft, summaryOf } from './draft-format.ts'
import type { DraftState } from './draft-state.ts'

type Deps = Pick<AddItemDeps, 'storage' | 'user' | 'client'> & { state: DraftState }

/** The drafts of this account on this device. Those of other accounts, other archives and newer versions of this site are left alone. */
export function createDrafts({ storage, user, client, state }: Deps) {
  const $drafts = atom<readonly DraftSummary[]>([])
  const $newerDrafts = atom(0)
  const owner = { api: client.base, account: user.id }

  /** Newest first. */
  async function stored(): Promise<Draft[]> {
    const own = draftsOf(await storage.all(), owner)
    $newerDrafts.set(own.filter(isNewer).length)
    return own.flatMap((each) => readDraft(each) ?? []).sort((a, b) => b.savedAt - a.savedAt)
  }
  /** Lists what is stored; a browser that refuses storage has none. */
  async function list(): Promise<Draft[]> {
    const drafts = await stored().catch((problem: unknown) => {
      state.failReading(problem)
      return []
    })
    $drafts.set(drafts.filter(({ id }) => id !== state.$draft.get()?.id).map(summaryOf))
    return drafts
  }
  function open(draft: Draft) {
    state.open(draft)
    storage.removeUnusedFiles(draft.id, filesOf(draft)).catch(() => {})
  }

  return {
    $drafts,
    $newerDrafts,
    list,
    /** Opens the newest one, or a new one. */
    async start() {
      const [newest] = await list()
      if (newest) open(newest)
      else state.open(state.fresh())
      await list()
    },
    async open(id: string) {
      // Taking the other tab's copy gives this tab's up.
      if (state.$draft.get()?.id !== id) await state.flush()
      const draft = (await list()).find((each) => each.id === id)
      if (draft) open(draft)
      await list()
    },
    /** The draft in which a submission is being edited already. */
    editing: async (key: number) => (await list()).find((draft) => draft.editing?.key === key),
    /** The open draft goes to the list. */
    async leaveFor(draft: Draft) {
      await state.flush()
      state.open(draft)
      await list()
    },
    async throwAway(id: string) {
      const isOpen = state.$draft.get()?.id === id
      if (isOpen) {
        await state.forget()
        state.open(state.fresh())
      }
      await storage.remove(id)
      await list()
    },
    /** An open draft without content need not be kept. */
    isOpenEmpty: () => {
      const draft = state.$draft.get()
      return draft === undefined || isEmpty(draft)
    },
  }
}
