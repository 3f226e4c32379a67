import type { Direction, ZoneIndex } from './zone-index.ts'
import type { MapStores } from '#stores/map/map-stores.ts'

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

export interface KeyboardParts {
  stores: Pick<MapStores, '$selected' | '$hover' | 'clickZone' | 'openOverview' | 'hover'>
  index(): ZoneIndex
  /** Centre of the view in web mercator metres. */
  centre(): readonly [x: number, y: number]
  /** Moves the map so that a zone is seen whole, where it is not. */
  reveal(pk: number): void
  pan(direction: Direction): void
  zoom(by: 1 | -1): void
}
export interface MapKeyboard {
  /** Answers true when the key was for the map. */
  press(key: string): boolean
  /** The zone that the keys are at. */
  at(): number | null
  /** The pointer, or another place, has taken over. */
  leave(): void
}

/**
 * Keys on the map (issue 4): arrows go from zone to zone when there is one to go from, and move the map when not; Enter takes the zone in the middle,
 * selects the one that is taken, and opens the overview of the one that is selected; Escape goes back the same way; + and - zoom.
 */
export function createKeyboard({ stores, index, centre, reveal, pan, zoom }: KeyboardParts): MapKeyboard {
  let taken: number | null = null
  const from = (): number | null => {
    const pk = taken ?? stores.$selected.get()
    return pk !== null && index().get(pk)?.box ? pk : null
  }
  function take(pk: number): void {
    taken = pk
    stores.hover(pk)
    reveal(pk)
  }
  function leave(): void {
    if (taken !== null && stores.$hover.get()?.pk === taken) stores.hover(null)
    taken = null
  }
  function go(direction: Direction): void {
    const pk = from()
    if (pk === null) return pan(direction)
    const next = index().neighbour(pk, direction)
    // At the edge of the zones the map moves on; the zone stays where the keys are.
    if (next) take(next.pk)
    else pan(direction)
  }
  function enter(): void {
    const pk = from()
    if (pk === null) {
      const next = index().nearest(...centre())
      if (next) take(next.pk)
    } else if (pk === stores.$selected.get()) stores.openOverview(pk)
    else stores.clickZone(pk)
  }
  function escape(): boolean {
    const selected = stores.$selected.get()
    if (taken !== null && taken !== selected) leave()
    else if (selected !== null) {
      leave()
      stores.clickZone(selected)
    } else return false
    return true
  }
  return {
    press(key) {
      const direction = ARROWS[key]
      if (direction) go(direction)
      else if (key === 'Enter') enter()
      else if (key === '+' || key === '=') zoom(1)
      else if (key === '-' || key === '_') zoom(-1)
      else if (key === 'Escape') return escape()
      else return false
      return true
    },
    at: () => taken,
    leave,
  }
}
