import { atom, type ReadableAtom } from 'nanostores'
import { plural } from '#rules/names/record-names.ts'
import { isEveryYear, type Years } from '#stores/shared/years.ts'
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

/** Any time, one year, or several. */
export const modeOf = (years: Years, thisYear: number) =>
  isEveryYear(years, thisYear) ? 'any' : years.start === years.end ? 'year' : 'span'

/** The year that is chosen; null at any time, and for a span. */
export function useYear({ $years }: Pick<MapStores, '$years'>): number | null {
  const { start, end } = useStore($years)
  return start === end ? start : null
}

/** Of a year on the map. Only the year while the counts are not known. */
export const countsText = (year: number, counts?: Pick<Counts, 'places' | 'owned'>): string =>
  counts ? `${year}: ${plural(counts.places, 'place')}, ${plural(counts.owned, 'owner')} known` : String(year)

/** "1870: 212 places, 94 owners known"; null without a year. */
export function useYearText(): string | null {
  const stores = useMapStores()
  const year = useYear(stores)
  const map = useStore(yearStoresOf(stores).$yearMap)
  return year === null ? null : countsText(year, map.state === 'ready' ? map.counts : undefined)
}
