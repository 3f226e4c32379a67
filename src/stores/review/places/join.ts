import { atom } from 'nanostores'
import type { RecordKind } from '#contract/record.ts'
import type { JoinAnswer } from '#contract/split.ts'
import { formProblems, type Refusal } from '../send-step.ts'
import type { PlacesDeps } from './deps.ts'

/** What belongs to a zone, by kind. */
export type LinkCounts = ReadonlyMap<RecordKind, number>

export type JoinText = 'year' | 'name' | 'address'
interface JoinPlan {
  /** Zones that become one, in the order in which they were chosen. */
  zones: readonly number[]
  stays: number
  /** With a year they stay as records that end then; name and address are those of the new place. */
  values: Readonly<Record<JoinText, string>>
  errors: Readonly<Partial<Record<string, string>>>
  /** By zone; missing while they load. */
  links: ReadonlyMap<number, LinkCounts>
  state: 'open' | 'sending'
  refusal: Refusal | null
}

interface Deps extends PlacesDeps {
  /** Zones became part of another: the merges that undo it, newest first. */
  onJoined(done: { into: number; merges: number[] }): void
  /** Zones became a new one. */
  onSucceeded(done: JoinAnswer): void
}

/** Joining zones: each of the others is merged into the one that stays (a step of its own, so that what failed is clear). */
export function createJoin({ client, withSession, onJoined, onSucceeded }: Deps) {
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
      const values = { year: '', name: '', address: '' }
      $join.set({ zones: [zone], stays: zone, values, errors: {}, links: new Map(), state: 'open', refusal: null })
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
    change(field: JoinText, value: string) {
      const now = $join.get()
      if (now) update({ values: { ...now.values, [field]: value }, errors: { ...now.errors, [field]: undefined } })
    },
    isUnsaved: () => Object.values($join.get()?.values ?? {}).some((value) => value.trim() !== ''),
    keep: (stays: number) => update({ stays }),
    /** True when all are joined. Those that were joined before one failed stay so. */
    async send(): Promise<boolean> {
      const now = $join.get()
      if (!now || now.state === 'sending' || now.zones.length < 2) return false
      const { stays, zones, values } = now
      const year = values.year.trim()
      update({ state: 'sending', refusal: null, errors: {} })
      const merges: number[] = []
      let left = zones
      try {
        if (year !== '') {
          const body = { ...values, year, zones: [...zones] }
          const done = await withSession(() => client.call('joinZones', { body }))
          $join.set(null)
          onSucceeded(done)
          return true
        }
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
        update({ state: 'open', zones: left, ...formProblems(problem, (field) => field in values) })
        return false
      } finally {
        if (merges.length > 0) onJoined({ into: stays, merges })
      }
    },
  }
}
