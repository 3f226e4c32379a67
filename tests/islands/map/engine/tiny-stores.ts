import { atom } from 'nanostores'
import type { WritableAtom } from 'nanostores'
import { MAP } from '#contract/limits.ts'
import type { FitRequest, Hover, LayerProblem, LayerState, Notice, View, ZoneSource } from '#stores/map/map-stores.ts'
import type { MapStores } from '#stores/map/create-map-stores.ts'
import type { Comparison } from '#stores/map/comparison.ts'
import type { Highlight } from '#stores/map/highlights.ts'
import type { Popups } from '#stores/map/popups.ts'
import type { Box } from '#rules/map/geometry.ts'
import type { ZoneOutline } from '#rules/map/zone-outlines.ts'

type Atoms = {
  [Name in keyof MapStores as Name extends `$${string}` ? Name : never]: MapStores[Name] extends {
    get(): infer Value
  }
    ? WritableAtom<Value>
    : never
}

/** Fake map stores: real atoms, and actions that only record their calls. */
export function tinyStores(): MapStores & Atoms & { called: string[] } {
  const called: string[] = []
  const $zones = atom<readonly ZoneOutline[]>([])
  const $selected = atom<number | null>(null)
  const $hover = atom<Hover>(null)
  const $popups = atom<Popups>({ zone: null, item: null })
  const $view = atom<View>({ centre: MAP.startCentre, zoom: MAP.initialZoom })
  const $problems = atom<Readonly<Record<string, LayerProblem>>>({})
  const nothing = () => {}
  return {
    called,
    $zones,
    $selected,
    $hover,
    $popups,
    $view,
    $problems,
    $source: atom<ZoneSource>('snapshot'),
    $business: atom<readonly number[]>([]),
    $highlighted: atom<number | null>(null),
    $comparison: atom<Comparison | null>(null),
    compare: nothing,
    endComparison: nothing,
    $bounds: atom<Readonly<Record<string, Box>>>({}),
    setBounds: nothing,
    zoomToMap: nothing,
    $highlight: atom<Highlight | null>(null),
    $welcome: atom(false),
    $welcomeOff: atom(false),
    $open: atom({ legend: true, media: false, address: true, organizations: false }),
    $overlays: atom<Readonly<Record<string, LayerState>>>({}),
    $baseMap: atom(''),
    $years: atom({ start: 1830, end: 2000 }),
    $fit: atom<FitRequest | null>(null),
    $media: atom({ state: 'unselected' }),
    $addresses: atom({ state: 'idle' }),
    $organizations: atom({ state: 'idle' }),
    clickZone(pk) {
      called.push(`click ${pk}`)
      $selected.set($selected.get() === pk ? null : pk)
    },
    openOverview(pk) {
      called.push(`overview ${pk}`)
      $popups.set({ zone: pk, item: null })
    },
    hover: (pk) =>
      $hover.set(pk === null ? null : { pk, name: $zones.get().find((zone) => zone.pk === pk)?.name ?? null }),
    setView: (view) => $view.set(view),
    setProblem(id, problem) {
      const { [id]: _, ...others } = $problems.get()
      $problems.set(problem === null ? others : { ...others, [id]: problem })
    },
    closeOverview: () => $popups.set({ zone: null, item: null }),
    $notice: atom<Notice | null>(null),
    openItem: nothing,
    closeItem: nothing,
    failItem: nothing,
    failOverview: nothing,
    dismissNotice: nothing,
    zoomToZone: nothing,
    closeWelcome: nothing,
    openWelcome: nothing,
    setWelcomeOff: nothing,
    setOpen: nothing,
    showOverlay: nothing,
    setOpacity: nothing,
    chooseBaseMap: nothing,
    setYears: nothing,
    goToPage: nothing,
    searchAddresses: nothing,
    searchOrganizations: nothing,
    highlightOrganization: () => Promise.resolve(0),
    clearHighlight: nothing,
    start: () => Promise.resolve(),
    flush: nothing,
    shareQuery: () => '',
  }
}
