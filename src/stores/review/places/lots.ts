import { atom } from 'nanostores'
import type { ZoneLinks } from '#contract/split.ts'
import { latestOnly } from '../../shared/latest-only.ts'
import { formProblems, ifMatch, type Refusal } from '../send-step.ts'
import type { LastOperationStore } from '../undo/last-operation.ts'
import type { PlacesDeps } from './deps.ts'

export type Lot = ZoneLinks[number]
export interface LotsState {
  zone: number
  lots: readonly Lot[] | 'loading' | 'failed'
  isBusy: boolean
  error: string | undefined
  refusal: Refusal | null
  /** What was done last, as a sentence. */
  done: string
}

interface Deps extends PlacesDeps {
  last: LastOperationStore
}

/** The lots of the open zone. */
export function createLots({ client, withSession, last }: Deps) {
  const $lots = atom<LotsState | null>(null)
  const requests = latestOnly()
  const update = (more: Partial<LotsState>) => {
    const now = $lots.get()
    if (now) $lots.set({ ...now, ...more })
  }
  async function load(zone: number): Promise<void> {
    const { isCurrent } = requests.next()
    const links = await withSession(() => client.call('zoneLinks', { path: { id: zone } })).catch(() => null)
    if (isCurrent()) update({ lots: links ? links.filter(({ kind }) => kind === 'lots') : 'failed' })
  }
  /** Runs one change and reads the list again. True when it was done. */
  async function change(done: string, work: (zone: number) => Promise<unknown>): Promise<boolean> {
    const now = $lots.get()
    if (!now || now.isBusy) return false
    update({ isBusy: true, error: undefined, refusal: null, done: '' })
    try {
      await withSession(() => work(now.zone))
      await load(now.zone)
      update({ isBusy: false, done })
      return true
    } catch (problem) {
      const { errors, refusal } = formProblems(problem, (field) => field === 'lotNum' || field === 'location')
      update({ isBusy: false, error: errors['lotNum'] ?? errors['location'], refusal })
      return false
    }
  }
  const read = (key: string | number) => client.call('record', { path: { kind: 'lots', key } })

  return {
    $lots,
    async open(zone: number): Promise<void> {
      $lots.set({ zone, lots: 'loading', isBusy: false, error: undefined, refusal: null, done: '' })
      await load(zone)
    },
    close: () => $lots.set(null),
    add: (lotNum: string) =>
      change(`Lot ${lotNum} was added.`, (location) =>
        client.call('createRecord', { path: { kind: 'lots' }, body: { lotNum, location } }),
      ),
    rename: ({ key }: Lot, lotNum: string) =>
      change(`Lot ${key} is lot ${lotNum} now.`, async () =>
        client.call('renameLot', { path: { key }, body: { lotNum }, headers: ifMatch(await read(key)) }),
      ),
    move: ({ key }: Lot, location: number, to: string) =>
      change(`Lot ${key} belongs to ${to} now.`, async () =>
        client.call('editRecord', {
          path: { kind: 'lots', key },
          body: { location },
          headers: ifMatch(await read(key)),
        }),
      ),
    /** Its owners go with it; both can be brought back for thirty days. */
    async remove({ key }: Lot): Promise<boolean> {
      const path = { kind: 'lots' as const, key }
      const done = await change('', async () => {
        const { count } = await client.call('uses', { path })
        return client.call('removeRecord', { path, query: { uses: count }, headers: ifMatch(await read(key)) })
      })
      if (done) last.done(`Lot ${key} was removed.`, path)
      return done
    },
  }
}
