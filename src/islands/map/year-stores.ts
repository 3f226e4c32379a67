import { useEffect, useState } from 'react'
import { plural } from '#rules/names/record-names.ts'
import { isEveryYear, type Years } from '#stores/shared/years.ts'
import type { MapStores } from '#stores/map/create-map-stores.ts'
import { useStore } from '../widgets/use-store.ts'
import { useMapStores } from './stores-context.ts'

/** Any time, one year, or several. */
export const modeOf = (years: Years, thisYear: number) =>
  isEveryYear(years, thisYear) ? 'any' : years.start === years.end ? 'year' : 'span'

/** The year that is chosen; null at any time, and for a span. */
export function useYear({ $years }: Pick<MapStores, '$years'>): number | null {
  const { start, end } = useStore($years)
  return start === end ? start : null
}

/** Of a year on the map. Only the year while the counts are not known. */
export function countsText(year: number, counts?: Record<'places' | 'undated' | 'owned', number>): string {
  if (!counts) return String(year)
  const there = counts.places - counts.undated
  return `${year}: ${there > 0 ? `${plural(there, 'place')}, ` : ''}${plural(counts.owned, 'owner')} known`
}

/** "1870: 212 places, 94 owners known"; null without a year. */
export function useYearText(): string | null {
  const stores = useMapStores()
  const year = useYear(stores)
  const map = useStore(stores.$yearMap)
  return year === null ? null : countsText(year, map.state === 'ready' ? map.counts : undefined)
}

/** A module that is loaded once it is wanted; without it there is nothing to show. Not by Suspense: React 19 failed in it while stores changed. */
export function useLater<Module>(load: () => Promise<Module>, isWanted: boolean): Module | undefined {
  const [later, setLater] = useState<Module>()
  useEffect(() => {
    if (isWanted)
      load().then(
        (module) => setLater(() => module),
        () => {},
      )
  }, [load, isWanted])
  return later
}
