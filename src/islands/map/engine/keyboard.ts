import type { Direction, ZoneIndex } from './zone-index.ts'
import type { MapStores } from '#stores/map/create-map-stores.ts'

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

interface KeyboardOptions {
  stores: Pick<MapStores, '$selected' | '$hover' | 'clickZone' | 'openOverview' | 'hover'>
  index(): ZoneIndex
  /** Centre of the view in web mercator metres. */
  centre(): readonly [x: number, y: number]
  /** Pans so that the whole zone is in view. */
  reveal(pk: number): void
  pan(direction: Direction): void
  zoom(by: 1 | -1): void
}
/**
 * Keys on the map (issue 4): arrows go to the neighbouring zone, or pan the map without a current zone. Enter makes the zone in the middle current,
 * then selects it, then opens its overview; Escape undoes these steps; + and - zoom.
 */
export function createKeyboard({ stores, index, centre, reveal, pan, zoom }: KeyboardOptions) {
  let current: number | null = null
  const from = (): number | null => {
    const pk = current ?? stores.$selected.get()
    return pk !== null && index().get(pk)?.box ? pk : null
  }
  function setCurrent(pk: number): void {
    current = pk
    stores.hover(pk)
    reveal(pk)
  }
  function leave(): void {
    if (current !== null && stores.$hover.get()?.pk === current) stores.hover(null)
    current = null
  }
  function go(direction: Direction): void {
    const pk = from()
    if (pk === null) return pan(direction)
    const next = index().neighbour(pk, direction)
    // No neighbour: pan, and keep the current zone.
    if (next) setCurrent(next.pk)
    else pan(direction)
  }
  function enter(): void {
    const pk = from()
    if (pk === null) {
      const next = index().nearest(...centre())
      if (next) setCurrent(next.pk)
    } else if (pk === stores.$selected.get()) stores.openOverview(pk)
    else stores.clickZone(pk)
  }
  function escape(): boolean {
    const selected = stores.$selected.get()
    if (current !== null && current !== selected) leave()
    else if (selected !== null) {
      leave()
      stores.clickZone(selected)
    } else return false
    return true
  }
  return {
    /** Returns true when the key was for the map. */
    press(key: string): boolean {
      const direction = ARROWS[key]
      if (direction) go(direction)
      else if (key === 'Enter') enter()
      else if (key === '+' || key === '=') zoom(1)
      else if (key === '-' || key === '_') zoom(-1)
      else if (key === 'Escape') return escape()
      else return false
      return true
    },
    /** The zone that the keys are at. */
    current: () => current,
    /** The pointer takes over, or the map loses the focus. */
    leave,
  }
}
