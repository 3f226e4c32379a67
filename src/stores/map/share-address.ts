import type { MapStores } from './map-stores.ts'

/** The address of the whole view, for "Copy link". Other parameters of `page`, the current address, are left out. */
export function shareAddress(stores: Pick<MapStores, 'shareQuery'>, page: string): string {
  const address = new URL(page)
  address.hash = ''
  const query = stores.shareQuery()
  // Not through `URL.search`, which would escape the commas and colons.
  return `${address.origin}${address.pathname}${query && `?${query}`}`
}
