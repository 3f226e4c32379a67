import type { MapStores } from './map-stores.ts'

/** The address of the whole view, for "Copy link". `page` is the map page's own address; what else it says is left out. */
export function shareAddress(stores: Pick<MapStores, 'shareQuery'>, page: string): string {
  const address = new URL(page)
  address.hash = ''
  const query = stores.shareQuery()
  // Put together by hand: the view stays as it is read, with its commas and colons.
  return `${address.origin}${address.pathname}${query && `?${query}`}`
}
