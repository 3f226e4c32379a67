import { atom, computed } from 'nanostores'
import type { Client } from '#client/client.ts'
import type { OldMapCallName } from '#contract/endpoints.ts'
import type { MapWork, NewMap, OldMap, OldMaps } from '#contract/old-maps.ts'
import type { AuditEntry } from '#contract/record.ts'
import { formResult } from '../../auth/form-failure.ts'
import type { Schedule, SessionDeps } from '../../shared/deps.ts'
import { action, resource } from '../../shared/resource.ts'
import { refusalOf } from '../send-step.ts'

/** Milliseconds between two loads while tiles are made. */
const POLL = 1500

export interface OldMapDeps extends SessionDeps<OldMapCallName> {
  /** With more time than others have: it sends and reads large pictures. */
  slowClient: Client<OldMapCallName>
  schedule: Schedule
}

/** What was done last. */
export interface MapStep {
  step: 'added' | 'replaced' | 'cancelled' | 'saved' | 'moved' | 'removed' | 'restored' | 'swapped'
  map: Pick<OldMap, 'layer' | 'title'>
  /** Where it is now, from 1. */
  place?: number
}

/** True while it waits or is made; otherwise a person has to decide. */
export const isBusy = ({ state }: MapWork) => state === 'waiting' || state === 'cutting'

/** The old maps of the archive, for staff. */
export function createOldMaps({ client, slowClient, withSession, schedule }: OldMapDeps) {
  const loaded = resource<OldMaps>(() => withSession(() => client.call('oldMaps')))
  const $list = computed(loaded.$resource, ({ value }) => value ?? null)
  const changes = action(refusalOf)
  const $done = atom<MapStep | null>(null)
  /** Who changed which map, newest first. */
  const history = resource<readonly AuditEntry[]>((signal) =>
    withSession(() => client.call('audit', { query: { kind: 'maps' }, signal })),
  )
  let cancel = () => {}

  /** Says what was done; a history that is shown has it too. */
  function tell(step: MapStep): void {
    $done.set(step)
    if (history.$resource.get().value) void history.load()
  }

  async function load(): Promise<void> {
    cancel()
    const before = $list.get()
    if (!(await loaded.load())) return
    const now = loaded.$resource.get()
    const cut = before?.work.find(
      (each) => isBusy(each) && !now.value?.work.some(({ upload }) => upload === each.upload),
    )
    if (cut) tell({ step: cut.replaces === undefined ? 'added' : 'replaced', map: cut })
    const { work = [], maps = [] } = now.value ?? {}
    const changesSoon = work.some(isBusy) || maps.some(({ file }) => file?.ready === false)
    if (changesSoon) cancel = schedule(POLL, () => void load())
  }

  /** Does it, says so, and reads the list again. False where it was refused. */
  async function change(done: MapStep, work: () => Promise<unknown>): Promise<boolean> {
    $done.set(null)
    const isDone = await changes.run(() => withSession(work))
    await load()
    if (isDone) tell(done)
    return isDone
  }

  const sorted = () => ($list.get()?.maps ?? []).filter(({ role, removed }) => role === 'old map' && removed === null)

  return {
    $list,
    /** Whether the list could be loaded. */
    $loaded: loaded.$resource,
    /** Why the last change was refused. */
    $refusal: changes.$refusal,
    $done,
    history,
    load,
    stop: () => {
      loaded.end()
      cancel()
    },
    /** Moves an old map of the legend to another place, counted from 0. */
    async move(map: OldMap, place: number): Promise<void> {
      const others = sorted().filter(({ layer }) => layer !== map.layer)
      const at = Math.max(0, Math.min(others.length, place))
      const order = others.toSpliced(at, 0, map)
      if (order.every(({ layer }, index) => layer === sorted()[index]?.layer)) return
      const list = $list.get()!
      // At once: the answer confirms it.
      loaded.set({
        ...list,
        maps: [...order, ...list.maps.filter((each) => !order.some(({ layer }) => layer === each.layer))],
      })
      const layers = order.map(({ layer }) => layer)
      await change({ step: 'moved', map, place: at + 1 }, () => client.call('orderMaps', { body: { layers } }))
    },
    remove: (map: OldMap) =>
      change({ step: 'removed', map }, () => client.call('removeMap', { path: { id: map.layer } })),
    /** Brings a removed map back, or the one that this map replaced. */
    restore: (map: OldMap) =>
      change({ step: map.earlier ? 'swapped' : 'restored', map }, () =>
        client.call('restoreMap', { path: { id: map.layer } }),
      ),
    /** Stops making the tiles of a map; its upload stays in the list. */
    cancel: (work: MapWork) =>
      change({ step: 'cancelled', map: work }, () => client.call('cancelMapWork', { body: { upload: work.upload } })),
    drop: async (upload: string) => {
      if (await changes.run(() => withSession(() => client.call('dropMapWork', { body: { upload } })))) await load()
    },
    /** Changes what is written about a map; a refusal is the form's. */
    edit: (map: OldMap, body: Partial<Omit<NewMap, 'upload'>>) =>
      formResult(async () => {
        const saved = await withSession(() => client.call('editMap', { path: { id: map.layer }, body }))
        await load()
        tell({ step: 'saved', map: saved })
      }),
    /** Starts to make the tiles of an upload. */
    add: (body: NewMap) =>
      formResult(async () => {
        await withSession(() => slowClient.call('addMap', { body }))
        $done.set(null)
        await load()
      }),
  }
}
export type OldMapsStore = ReturnType<typeof createOldMaps>
