import type { Item } from '#contract/item.ts'

type Link = { id: number }

/**
 * Items name the same people, places and subjects again and again. Equal links become one object, which saves a third of an archive's memory. Rows of
 * a snapshot are never changed.
 */
export function createLinkSharing(): (item: Item) => Item {
  const known = new Map<string, Map<number, Link>>()
  function shared<L extends Link>(kind: string, link: L): L {
    let links = known.get(kind)
    if (!links) known.set(kind, (links = new Map()))
    const earlier = links.get(link.id) as L | undefined
    if (earlier && isSame(earlier, link)) return earlier
    links.set(link.id, link)
    return link
  }
  return (item) => {
    for (const list of ['people', 'contributors'] as const)
      item[list] = item[list].map((link) => shared('person', link))
    item.subject = item.subject.map((link) => shared('subject', link))
    item.organizations = item.organizations.map((link) => shared('organization', link))
    item.creator &&= shared('person', item.creator)
    item.location &&= shared('location', item.location)
    item.collection &&= shared('collection', item.collection)
    return item
  }
}

/** Flat objects. Compared millions of times in a large archive. */
function isSame(one: Link, other: Link): boolean {
  for (const key in one) if (one[key as 'id'] !== other[key as 'id']) return false
  for (const key in other) if (!(key in one)) return false
  return true
}
