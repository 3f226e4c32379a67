import { createDraftStorage } from '#stores/add-item/idb-storage.ts'
import { createKeptEdits, type KeptEdits } from '#stores/review/kept-edits.ts'
import { browserDeps } from '#stores/shared/browser-deps.ts'
import type { PageAuth } from '../account/page-auth.ts'

export function keptOnDevice({ client }: Pick<PageAuth, 'client'>, account: number): KeptEdits {
  const owner = { api: client.base, account }
  const kept = createKeptEdits({ storage: createDraftStorage(window), owner, schedule: browserDeps(window).schedule })
  // A phone may end a hidden page without another event.
  addEventListener('pagehide', kept.flush)
  document.addEventListener('visibilitychange', kept.flush)
  return kept
}
