import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { recordOfPath } from '#rules/addresses/record-address.ts'

/** Where "Edit" was pressed: the page of the record, or one with a popup of it, such as the map. `address`: the record's own page. */
export function pageBefore(address: string): string {
  if (!URL.canParse(document.referrer)) return address
  const { origin, pathname, href } = new URL(document.referrer)
  const isOther = pathname.startsWith(ADDRESS.review) || recordOfPath(pathname) !== undefined
  return origin !== location.origin || isOther ? address : href
}
