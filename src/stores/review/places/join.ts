import { atom } from 'nanostores'
import type { RecordKind } from '#contract/record.ts'
import { refusalOf, type Refusal } from '../send-step.ts'
import type { PlacesDeps } from './deps.ts'

/** What belongs to a zone, by kind. */
export type LinkCounts = ReadonlyMap<RecordKind, number>

interface JoinPlan {
  /** Zones that become one, in the order in which they were chosen. */
  zones: readonly number[]
  stays: number
  /** By zone; missing while they load. */
  links: ReadonlyMap<number, LinkCounts>
  state: 'open' | 'sending'
  refusal: Refusal | null
}

interface Deps extends PlacesDeps {
  /** Zones became part of another: the merges that undo it, newest first. */
  onJoined(done: { into: number; merges: number[] }): void
}

/** Joining zones: each of the others is merged into the one that stays (a step of its own, so that what failed is clear). */
export function createJoin({ client, withSession, onJoined }: Deps) {
  const $join = atom<JoinPlan | null>(null)
  const update = (more: Partial<JoinPlan>) => {
    const now = $join.get()
    if (now) $join.set({ ...now, ...more })
  }
  async function count(zone: number): Promise<void> {
    const links = await withSession(() => client.call('zoneLinks', { path: { id: zone } })).catch(() => undefined)
    const now = $join.get()
    if (!links || !now) return
    const counts = new Map([...Map.groupBy(links, ({ kind }) => kind)].map(([kind, some]) => [kind, some.length]))
    update({ links: new Map(now.links).set(zone, counts) })
  }

  return {
    $join,
    open(zone: number) {
      $join.set({ zones: [zone], stays: zone, links: new Map(), state: 'open', refusal: null })
      void count(zone)
    },
    close: () => $join.set(null),
    /** Adds a zone, or takes it out. */
    toggle(zone: number) {
      const now = $join.get()
      if (!now || now.state === 'sending') return
      const isIn = now.zones.includes(zone)
      const zones = isIn ? now.zones.filter((each) => each !== zone) : [...now.zones, zone]
      if (zones.length === 0) return
      update({ zones, stays: zones.includes(now.stays) ? now.stays : zones[0]!, refusal: null })
      if (!isIn) void count(zone)
    },
    keep: (stays: number) => update({ stays }),
    /** True when all are joined. Those that were joined before one failed stay so. */
    async send(): Promise<boolean> {
      const now = $join.get()
      if (!now || now.state === 'sending' || now.zones.length < 2) return false
      const { stays, zones } = now
      update({ state: 'sending', refusal: null })
      const merges: number[] = []
      let left = zones
      try {
        for (const key of zones.filter((zone) => zone !== stays)) {
          const path = { kind: 'locations', key }
          const { merge } = await withSession(() =>
            client.call('merge', { path, body: { into: stays, preview: false } }),
          )
          merges.unshift(merge!)
          left = left.filter((zone) => zone !== key)
        }
        $join.set(null)
        return true
      } catch (problem) {
        update({ state: 'open', zones: left, refusal: refusalOf(problem) })
        return false
      } finally {
        if (merges.length > 0) onJoined({ into: stays, merges })
      }
    },
  }
}
