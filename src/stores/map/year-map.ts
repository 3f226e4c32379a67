import { atom, type ReadableAtom } from 'nanostores'
import { memoizeAsync } from '../shared/memoize.ts'
import { clampYears, isEveryYear, type Years } from '../shared/years.ts'
import type { MapDeps } from './deps.ts'
import type { YearCounts, YearCursor } from './year-cursor.ts'

/** `off` at any time; `failed`: there is no file of years, and the map is as always. */
export type YearMapState = { state: 'off' | 'loading' | 'failed' } | { state: 'ready'; counts: YearCounts }
/** Two years beside each other. */
export interface Sides {
  left: number
  right: number
}
/** What the map draws: a cursor, or two beside each other, and which places look different since. Undefined: all may. */
export interface YearLook {
  sides: readonly { years: Years; cursor: YearCursor; changed: readonly number[] | undefined }[]
}

type Deps = Pick<MapDeps, 'data' | 'thisYear'> & { $years: ReadableAtom<Years> }

/** The map as of a year, of a span of years, or of two years beside each other. The file of years is loaded at the first use. */
export function createYearMap({ data, thisYear, $years }: Deps) {
  const $yearMap = atom<YearMapState>({ state: 'off' })
  const $sides = atom<Sides | null>(null)
  const $look = atom<YearLook | null>(null)
  const load = memoizeAsync(() => import('./year-parts.ts').then(({ openYearParts }) => openYearParts(data)))
  let make: (() => YearCursor) | undefined
  const cursors: YearCursor[] = []

  const chosen = (): Years[] => {
    const sides = $sides.get()
    if (sides) return [sides.left, sides.right].map((year) => ({ start: year, end: year }))
    return isEveryYear($years.get(), thisYear) ? [] : [$years.get()]
  }
  function showNothing(state: 'off' | 'failed') {
    $look.set(null)
    $yearMap.set({ state })
  }
  function show() {
    const all = chosen()
    if (all.length === 0) return showNothing('off')
    if (!make) return void read()
    const isNew = $look.get()?.sides.length !== all.length
    const sides = all.map((years, at) => {
      const cursor = (cursors[at] ??= make!())
      const changed = cursor.move(years)
      return { years, cursor, changed: isNew ? undefined : changed }
    })
    $look.set({ sides })
    $yearMap.set({ state: 'ready', counts: cursors[0]!.counts() })
  }
  async function read() {
    // Once it has failed, not at each year of a drag.
    if (['loading', 'failed'].includes($yearMap.get().state)) return
    $yearMap.set({ state: 'loading' })
    make = await load().then(
      ({ cursor }) => cursor,
      () => undefined,
    )
    if (make) show()
    else showNothing(chosen().length === 0 ? 'off' : 'failed')
  }
  $years.listen(show)
  $sides.listen(show)

  return {
    $yearMap,
    $sides,
    $look,
    /** Years outside the slider's are moved into it. */
    compareYears(left: number, right: number) {
      const at = (year: number) => clampYears({ start: year, end: year }, thisYear)?.start
      const [one, other] = [at(left), at(right)]
      if (one !== undefined && other !== undefined) $sides.set({ left: one, right: other })
    },
    endYears() {
      if ($sides.get()) $sides.set(null)
    },
    /** What was at a place in the chosen years: "31 Mill Street in 1870: owned by A, lived in by B". Undefined at any time, and if it is not known. */
    async placeSentence(pk: number, years = chosen()[0]): Promise<string | undefined> {
      return (
        years &&
        load()
          .then(({ sentence }) => sentence(pk, years))
          .catch(() => undefined)
      )
    },
    async businessNames(pk: number, years: Years): Promise<string[]> {
      return load()
        .then(({ businessNames }) => businessNames(pk, years))
        .catch(() => [])
    },
  }
}
