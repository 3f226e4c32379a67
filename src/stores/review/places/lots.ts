import { atom, computed } from 'nanostores'
import type { ZoneLinks } from '#contract/split.ts'
import { action, resource, type Resource } from '../../shared/resource.ts'
import { formProblems, ifMatch, type Refusal } from '../send-step.ts'
import type { LastOperationStore } from '../undo/last-operation.ts'
import type { PlacesDeps } from './deps.ts'

export type Lot = ZoneLinks[number]
interface LotsState {
  zone: number
  lots: Resource<ZoneLinks>
  error: string | undefined
  refusal: Refusal | null
}

interface Deps extends PlacesDeps {
  last: LastOperationStore
}

/** The lots of the open zone. */
export function createLots({ client, withSession, last }: Deps) {
  const $zone = atom<number | null>(null)
  /** What was done last, as a sentence. */
  const $done = atom('')
  const list = resource(async (signal, id: number) => {
    const links = await withSession(() => client.call('zoneLinks', { path: { id }, signal }))
    return links.filter(({ kind }) => kind === 'lots')
  })
  const changes = action((problem) => formProblems(problem, (field) => field === 'lotNum' || field === 'location'))
  const $lots = computed([$zone, list.$resource, changes.$refusal], (zone, lots, refused): LotsState | null => {
    if (zone === null) return null
    const { lotNum, location } = refused?.errors ?? {}
    return { zone, lots, error: lotNum ?? location, refusal: refused?.refusal ?? null }
  })
  /** Runs one change and reads the list again. True when it was done. */
  async function change(done: string, work: (zone: number) => Promise<unknown>): Promise<boolean> {
    const zone = $zone.get()
    if (zone === null || changes.$isRunning.get()) return false
    $done.set('')
    const isDone = await changes.run(async () => {
      await withSession(() => work(zone))
      if (zone === $zone.get()) await list.load(zone)
    })
    if (isDone && zone === $zone.get()) $done.set(done)
    return isDone
  }
  function close() {
    list.clear()
    $zone.set(null)
    changes.clear()
    $done.set('')
  }
  const read = (key: string | number) => client.call('record', { path: { kind: 'lots', key } })

  return {
    $lots,
    $done,
    $isRunning: changes.$isRunning,
    load: list.load,
    async open(zone: number): Promise<void> {
      close()
      $zone.set(zone)
      await list.load(zone)
    },
    close,
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
