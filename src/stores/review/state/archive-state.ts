import { atom } from 'nanostores'
import type { Client } from '#client/client.ts'
import type { OperationsCallName } from '#contract/endpoints.ts'
import type { ArchiveState } from '#contract/operations.ts'
import type { Schedule } from '../../shared/deps.ts'
import { refusalOf, type Refusal } from '../send-step.ts'

export type StateCallName = OperationsCallName | 'requestBuild'

interface Deps {
  client: Client<StateCallName>
  withSession<T>(work: () => Promise<T>): Promise<T>
  schedule: Schedule
  /** False while the page is in the background: nothing is asked then. */
  isVisible: () => boolean
}

/** Milliseconds between two looks: while something is built, and otherwise. */
const FAST = 1500
const SLOW = 20_000

export type Shown =
  | { state: 'loading' }
  | { state: 'failed'; refusal: Refusal }
  | { state: 'ready'; archive: ArchiveState }
/** What happened to the builds between two looks. */
export interface BuildNews {
  what: Build['state']
  build: Build
}
type Build = ArchiveState['builds'][number]

const isBusy = ({ builds }: ArchiveState) => builds.some(({ state }) => state === 'waiting' || state === 'running')

/** The newest build that is not what it was; undefined if nothing happened. */
function buildNews(before: ArchiveState, after: ArchiveState): BuildNews | undefined {
  for (const build of after.builds) {
    const { id, state } = build
    if (before.builds.find((each) => each.id === id)?.state === state) continue
    return { what: state, build }
  }
  return undefined
}

/** The state of the archive, followed while the page is open. */
export function createArchiveState({ client, withSession, schedule, isVisible }: Deps) {
  const $shown = atom<Shown>({ state: 'loading' })
  const $news = atom<BuildNews | null>(null)
  /** Why the last action was not done. */
  const $refusal = atom<Refusal | null>(null)
  /** The connection is lost: what is shown is not of this moment. */
  const $stale = atom(false)
  let cancel: (() => void) | undefined
  let isRunning = false
  let looks = 0

  async function look(): Promise<void> {
    cancel?.()
    const mine = ++looks
    try {
      const archive = await withSession(() => client.call('archiveState'))
      if (mine !== looks) return
      const shown = $shown.get()
      const news = shown.state === 'ready' ? buildNews(shown.archive, archive) : undefined
      $shown.set({ state: 'ready', archive })
      $stale.set(false)
      if (news) $news.set(news)
    } catch (problem) {
      if (mine !== looks) return
      if ($shown.get().state === 'ready') $stale.set(true)
      else $shown.set({ state: 'failed', refusal: refusalOf(problem) })
    }
    lookLater()
  }
  function lookLater(): void {
    if (!isRunning) return
    const shown = $shown.get()
    const pause = shown.state === 'ready' && !$stale.get() && isBusy(shown.archive) ? FAST : SLOW
    cancel = schedule(pause, () => (isVisible() ? void look() : lookLater()))
  }
  /** Does something, and shows what came of it. */
  async function act(work: () => Promise<unknown>): Promise<boolean> {
    $refusal.set(null)
    try {
      await withSession(work)
      return true
    } catch (problem) {
      $refusal.set(refusalOf(problem))
      return false
    } finally {
      await look()
    }
  }

  return {
    $shown,
    $news,
    $refusal,
    $stale,
    look,
    start() {
      isRunning = true
      void look()
      return () => {
        isRunning = false
        looks += 1
        cancel?.()
      }
    },
    build: () => act(() => client.call('requestBuild', { body: { reason: 'Requested on the state page' } })),
    rollBack: (state: string) => act(() => client.call('rollBack', { body: { state } })),
    retryMail: (id: number) => act(() => client.call('retryMail', { path: { id } })),
    retryHook: (hook: 'webhook' | 'purge') => act(() => client.call('retryHook', { path: { hook } })),
  }
}
export type ArchiveStateStore = ReturnType<typeof createArchiveState>
