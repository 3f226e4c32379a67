import { atom, type ReadableAtom } from 'nanostores'
import type { MapStores } from '#stores/map/create-map-stores.ts'
import { useStore } from '../widgets/use-store.ts'
import { useMapStores } from './stores-context.ts'

type Counts = Record<'places' | 'owned' | 'lived' | 'businesses' | 'pictured' | 'undated', number>
/** What a year is on the map (stores/map/year-map.ts). */
interface YearStores {
  $yearMap: ReadableAtom<{ state: 'off' | 'loading' | 'failed' } | { state: 'ready'; counts: Counts }>
  placeSentence(pk: number): Promise<string | undefined>
  $sides: ReadableAtom<{ left: number; right: number } | null>
  compareYears(left: number, right: number): void
  endYears(): void
}
const NO_YEARS: Pick<YearStores, '$yearMap' | '$sides'> = { $yearMap: atom({ state: 'off' }), $sides: atom(null) }
export const yearStoresOf = (stores: object) => ({ ...NO_YEARS, ...(stores as Partial<YearStores>) })

/** The year that is chosen; null at any time, and for a span. */
export function useYear({ $years }: Pick<MapStores, '$years'>): number | null {
  const { start, end } = useStore($years)
  return start === end ? start : null
}

/** The year that is chosen, with its counts once they are known. */
export function useYearCounts() {
  const stores = useMapStores()
  const year = useYear(stores)
  const map = useStore(yearStoresOf(stores).$yearMap)
  return year === null ? null : { year, counts: map.state === 'ready' ? map.counts : undefined }
}
