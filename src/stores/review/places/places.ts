import { atom, computed } from 'nanostores'
import type { DeskRecord } from '#contract/record.ts'
import type { ZoneOutline } from '#rules/map/zone-outlines.ts'
import { indexText, searchWords } from '#rules/search/search-text.ts'
import { createZones } from '../../map/zones.ts'
import type { PageAddress } from '../../shared/deps.ts'
import { resource } from '../../shared/resource.ts'
import { hasChanges } from '../edit-model.ts'
import { createEdits } from '../edit.ts'
import { isSame } from '../record-names.ts'
import { createRemoval } from '../removal.ts'
import { createLastOperation } from '../undo/last-operation.ts'
import type { PlacesDeps } from './deps.ts'
import { createJoin } from './join.ts'
import { createLots } from './lots.ts'
import { createSplit } from './split.ts'

const byName = new Intl.Collator('en', { numeric: true })

/** Zones with all words of a search in their names and address, or with its number. */
export function zoneFilter(search: string): (zone: ZoneOutline) => boolean {
  const words = searchWords(search)
  return ({ pk, name, address, altnames }) => {
    const text = indexText(name, address, ...altnames)
    return words.every((word) => text.includes(word) || String(pk) === word)
  }
}

/** All zones, those of the last build until the archive has answered, and those that a search finds: by name, other names, address, or number. */
function createZoneList(deps: Pick<PlacesDeps, 'client' | 'data' | 'schedule' | 'whenOnline'>) {
  const zones = createZones(deps)
  const $search = atom('')
  const $found = computed([zones.$zones, $search], (all, search) => {
    const exact = (zone: ZoneOutline) => Number(String(zone.pk) === search.trim())
    const inOrder = (a: ZoneOutline, b: ZoneOutline) =>
      exact(b) - exact(a) || byName.compare(a.name, b.name) || a.pk - b.pk
    return all.filter(zoneFilter(search)).sort(inOrder)
  })
  return {
    ...{ $zones: zones.$zones, $source: zones.$source, $search, $found, zone: zones.zone },
    /** Reads them, or reads them again; the ones before stay until then. */
    load: zones.start,
  }
}

/** What the page shows beside its map. */
type PlacesView = { is: 'list' | 'new' } | { is: 'zone' | 'split' | 'join'; zone: number }
/** What was done last. */
export interface Done {
  text: 'saved' | 'added'
  name: string
}

interface Deps extends PlacesDeps {
  address: PageAddress
}

/** The page of places: list, one zone, splitting and joining. Changes go to the archive at once; the site follows by its build. */
export function createPlaces({ address, ...deps }: Deps) {
  const { client, withSession } = deps
  const $view = atom<PlacesView>({ is: 'list' })
  const $done = atom<Done | null>(null)
  const opened = resource((signal, key: number) =>
    withSession(() => client.call('record', { path: { kind: 'locations', key }, signal })),
  )
  const $zone = opened.$resource

  const list = createZoneList(deps)
  const last = createLastOperation({
    ...deps,
    async onUndone() {
      finish(null)
      const view = $view.get()
      if (view.is === 'zone') await show(view.zone)
    },
  })
  const edits = createEdits(deps)
  const split = createSplit({
    ...deps,
    onSplit({ split: id, kept, added, became }) {
      finish(null)
      last.done(became ?? `“${kept.label}” was split. “${added.label}” is a place of its own now.`, [id])
      void open(Number(kept.key))
    },
  })
  const join = createJoin({
    ...deps,
    onJoined({ into, merges }) {
      finish(null)
      last.done(`${merges.length + 1} places are one now: “${list.zone(into)?.name ?? ''}”.`, merges)
      if (!join.$join.get()) void open(into)
    },
    onSucceeded({ join: id, added, became }) {
      finish(null)
      last.done(became, [id])
      void open(Number(added.key))
    },
  })
  const lots = createLots({ ...deps, last })

  const removal = createRemoval({
    ...deps,
    last,
    async onRemoved(name) {
      edits.forget(name)
      leave()
      setView({ is: 'list' })
      $done.set(null)
      await list.load()
    },
  })

  const isUnsaved = () => {
    const edit = edits.$edit.get()
    return edit !== null && edit.state !== 'saving' && hasChanges(edit)
  }
  function finish(done: Done | null) {
    $done.set(done)
    last.forget()
    void list.load()
  }
  function setView(view: PlacesView) {
    $view.set(view)
    address.replace('zone' in view ? `place=${view.zone}` : '')
  }
  async function show(key: number): Promise<void> {
    opened.clear()
    if (!(await opened.load(key))) return
    const { state, value } = opened.$resource.get()
    if (state !== 'ready') return
    edits.open(value)
    void lots.open(Number(value.key))
  }
  function leave() {
    opened.clear()
    edits.close()
    split.close()
    join.close()
    lots.close()
  }
  async function open(zone: number): Promise<void> {
    leave()
    setView({ is: 'zone', zone })
    await show(zone)
  }

  return {
    ...{ $view, $zone, $done, list, edits, split, join, lots, last, removal, open },
    /** Something was typed or drawn in the open form and not sent. */
    isUnsaved: () => isUnsaved() || split.isUnsaved() || join.isUnsaved(),
    /** Saves the open form. Null: it says why not. */
    async save(): Promise<DeskRecord | null> {
      const isNew = edits.$edit.get()?.newKey !== null
      const record = await edits.save()
      if (!record) return null
      finish({ text: isNew ? 'added' : 'saved', name: record.label })
      // Somebody may have opened another one meanwhile.
      if (!isSame(edits.$edit.get()?.name ?? null, record)) return record
      setView({ is: 'zone', zone: Number(record.key) })
      opened.set(record)
      if (isNew) void lots.open(Number(record.key))
      return record
    },
    /** The edited place became part of another: that one is opened, with what was typed. */
    async followMerge(): Promise<void> {
      const edit = edits.$edit.get()
      if (!edit?.gone?.into) return
      const { key } = edit.gone.into.name
      await open(Number(key))
      const { value: zone } = $zone.get()
      if (zone && Number(zone.key) === Number(key)) edits.moveTo(zone, edit.name)
    },
    async start(): Promise<void> {
      await edits.restoreKept()
      const zone = Number(address.read().get('place'))
      const loading = list.load()
      if (Number.isSafeInteger(zone) && zone > 0) await open(zone)
      await loading
    },
    showList() {
      leave()
      setView({ is: 'list' })
    },
    startNew() {
      leave()
      setView({ is: 'new' })
      edits.openNew('locations', 'new', {}, {})
    },
    startSplit(zone: number) {
      leave()
      setView({ is: 'split', zone })
      void split.open(zone)
    },
    startJoin(zone: number) {
      leave()
      setView({ is: 'join', zone })
      join.open(zone)
    },
  }
}
export type Places = ReturnType<typeof createPlaces>
