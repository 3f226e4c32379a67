import { atom, type ReadableAtom } from 'nanostores'
import type { MapStores } from '#stores/map/create-map-stores.ts'
import { useStore } from '../widgets/use-store.ts'
import { useMapStores } from './stores-context.ts'

export const yearParts = () => import('./year/year-parts.ts')

type Counts = Record<'places' | 'owned' | 'lived' | 'businesses' | 'pictured' | 'undated', number>
/** What a year is on the map (stores/map/year-map.ts). */
export interface YearStores {
  $yearMap: ReadableAtom<{ state: 'off' | 'loading' | 'failed' } | { state: 'ready'; counts: Counts }>
  /** "31 Mill Street in 1870: owned by A, lived in by B, shop of C". */
  placeSentence(pk: number): Promise<string | undefined>
  $sides: ReadableAtom<{ left: number; right: number } | null>
  compareYears(left: number, right: number): void
  endYears(): void
}
const NO_YEARS: Pick<YearStores, '$yearMap' | '$sides'> = { $yearMap: atom({ state: 'off' }), $sides: atom(null) }
export const yearStoresOf = (stores: object) => ({ ...NO_YEARS, ...(stores as Partial<YearStores>) })
export const useYearStores = () => yearStoresOf(useMapStores())

/** The year that is chosen; null at any time, and for a span. */
export function useYear({ $years }: Pick<MapStores, '$years'>): number | null {
  const { start, end } = useStore($years)
  return start === end ? start : null
}

/** The year that is chosen, with its counts once they are known. */
export function useYearCounts() {
  const year = useYear(useMapStores())
  const map = useStore(useYearStores().$yearMap)
  return year === null ? null : { year, counts: map.state === 'ready' ? map.counts : undefined }
}
