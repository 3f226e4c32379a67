import { atom } from 'nanostores'
import type { Client } from '#client/client.ts'
import { recordAddress } from '#rules/addresses/record-address.ts'
import type { Schedule } from '../shared/deps.ts'
import type { RecordName } from './record-names.ts'

/** What becomes of a publishing: `later` when the build does not start soon, `unknown` on a server that builds elsewhere. */
export interface GoingLive {
  label: string
  /** What was done. */
  deed: 'published' | 'saved' | 'unpublished'
  /** The path of its page; null for a record without one. */
  address: string | null
  state: 'waiting' | 'running' | 'live' | 'failed' | 'later'
  /** Why the build failed. */
  message: string
}

/** Milliseconds between two polls of the builds: more with each, and not for ever. */
const FIRST = 500
const GROWTH = 1.3
const LONGEST = 10_000
const MOST = 60

/** Follows the build of what was published, withdrawn or set last until the pages are there. */
export function createGoingLive({ client, schedule }: { client: Pick<Client<'builds'>, 'call'>; schedule: Schedule }) {
  const $live = atom<GoingLive | null>(null)
  let cancel: (() => void) | undefined
  /** The publishing that is followed. */
  let current = 0

  async function poll(mine: number, build: number | null, pause: number, polls: number): Promise<void> {
    const builds = await client.call('builds').catch(() => undefined)
    const live = $live.get()
    if (mine !== current || !live) return
    // A waiting build takes all requests until it starts.
    const target = build ?? builds?.find(({ state }) => state === 'waiting')?.id ?? builds?.[0]?.id ?? null
    const found = builds?.find(({ id }) => id === target)
    if (found?.state === 'done') return $live.set({ ...live, state: 'live' })
    if (found?.state === 'failed') return $live.set({ ...live, state: 'failed', message: found.message })
    if (found) $live.set({ ...live, state: found.state })
    if (polls >= MOST) return $live.set({ ...live, state: 'later' })
    cancel = schedule(pause, () => void poll(mine, target, Math.min(pause * GROWTH, LONGEST), polls + 1))
  }
  return {
    $live,
    /** @param name of the record; null for the settings, which are on all pages. */
    follow(name: RecordName | null, label: string, deed: GoingLive['deed'] = 'published') {
      cancel?.()
      current += 1
      $live.set({
        label,
        deed,
        address: name && recordAddress(name.kind, Number(name.key)),
        state: 'waiting',
        message: '',
      })
      void poll(current, null, FIRST, 0)
    },
    forget() {
      cancel?.()
      current += 1
      $live.set(null)
    },
  }
}
