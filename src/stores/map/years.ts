import { atom } from 'nanostores'
import { clampYears, wholeYears, type Years } from '../shared/years.ts'

/** The years of the map's time slider. */
export function createYears(thisYear: number) {
  const $years = atom<Years>(wholeYears(thisYear))
  return {
    $years,
    setYears(years: Years) {
      const next = clampYears(years, thisYear)
      const now = $years.get()
      if (next && (next.start !== now.start || next.end !== now.end)) $years.set(next)
    },
  }
}
