import type { Map } from 'leaflet'

/**
 * Prints the map with the middle that it has on the screen. A browser lays the page out for the sheet after `beforeprint`, too late for Leaflet:
 * styles/map-home.css gives the map its size on paper already before.
 */
export function printMap(map: Map): void {
  const print = ({ type }: Event) => {
    map.getContainer().toggleAttribute('data-printed', type === 'beforeprint')
    map.invalidateSize({ animate: false })
  }
  addEventListener('beforeprint', print)
  addEventListener('afterprint', print)
}
