import { authorityOf } from '#contract/same-as.ts'
import type { Link } from '#rules/addresses/page-addresses.ts'

/** The same person, place or subject at other sites, each by the name of the site; what is at none that we know is left out. */
export const sameElsewhere = (addresses: readonly string[] = []): Link[] =>
  addresses.flatMap((href) => {
    const text = authorityOf(href)
    return text === undefined ? [] : [{ href, text }]
  })
