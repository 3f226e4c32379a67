import { atom } from 'nanostores'
import { heldYears, wholeYears, type Years } from '../shared/years.ts'

/** The years of the map's time slider. */
export function createYears(thisYear: number, first: Years = wholeYears(thisYear)) {
  const $years = atom<Years>(heldYears(first, thisYear) ?? wholeYears(thisYear))
  return {
    $years,
    setYears(years: Years) {
      const held = heldYears(years, thisYear)
      const now = $years.get()
      if (held && (held.start !== now.start || held.end !== now.end)) $years.set(held)
    },
  }
}
