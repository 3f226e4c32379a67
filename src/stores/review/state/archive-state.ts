import { atom } from 'nanostores'
import type { ArchiveState } from '#contract/archive-state.ts'
import type { StateCallName } from '#contract/endpoints.ts'
import type { Schedule, SessionDeps } from '../../shared/deps.ts'
import { action, resource } from '../../shared/resource.ts'
import { refusalOf } from '../send-step.ts'

interface Deps extends SessionDeps<StateCallName> {
  schedule: Schedule
  /** False while the page is in the background: nothing is asked then. */
  isVisible: () => boolean
}

/** Milliseconds between two loads: while something is built, and otherwise. */
const FAST = 1500
const SLOW = 20_000

/** What happened to the builds between two loads. */
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
  const state = resource(() => withSession(() => client.call('archiveState')))
  const $news = atom<BuildNews | null>(null)
  /** The connection is lost: what is shown is not of this moment. */
  const $stale = atom(false)
  const actions = action(refusalOf)
  let cancel: (() => void) | undefined
  let isRunning = false

  async function load(): Promise<void> {
    cancel?.()
    const { value: before } = state.$resource.get()
    if (!(await state.load())) return
    const now = state.$resource.get()
    $stale.set(now.state === 'failed' && now.value !== undefined)
    const news = before && now.value && buildNews(before, now.value)
    if (news) $news.set(news)
    loadLater()
  }
  function loadLater(): void {
    if (!isRunning) return
    const now = state.$resource.get()
    const pause = now.state === 'ready' && isBusy(now.value) ? FAST : SLOW
    cancel = schedule(pause, () => (isVisible() ? void load() : loadLater()))
  }
  /** Does something, and shows what came of it. */
  async function act(work: () => Promise<unknown>): Promise<boolean> {
    const isDone = await actions.run(() => withSession(work))
    await load()
    return isDone
  }

  return {
    $archive: state.$resource,
    $news,
    /** Why the last action was not done. */
    $refusal: actions.$refusal,
    $stale,
    load,
    start() {
      isRunning = true
      void load()
      return () => {
        isRunning = false
        state.end()
        cancel?.()
      }
    },
    build: () => act(() => client.call('requestBuild', { body: { reason: 'Requested on the state page' } })),
    rollBack: (state: string) => act(() => client.call('rollBack', { body: { state } })),
    makeCopy: () => act(() => client.call('makeCopy')),
    /** The copy that was made last, as zip files. */
    copy: resource(async () => {
      const copy = await withSession(() => client.call('copyParts'))
      return { ...copy, parts: copy.parts.map((part) => ({ ...part, href: client.base + part.href })) }
    }),
    retryMail: (id: number) => act(() => client.call('retryMail', { path: { id } })),
    retryHook: (hook: 'webhook' | 'purge') => act(() => client.call('retryHook', { path: { hook } })),
  }
}
export type ArchiveStateStore = ReturnType<typeof createArchiveState>
