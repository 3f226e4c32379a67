import type { Problem } from './bundle-row.ts'
import { closingEdges, parentCycle } from './cycles.ts'
import type { List } from './lists.ts'

/** A row and the ids that it links to. */
export interface PlacedLinks {
  key: number
  index: number
  line: number
  row: number[]
}
export const refusedLink = (one: string, key: number | string) => `It names the ${one} ${key}, which was refused.`
export const missingLink = (one: string, key: number | string) =>
  `There is no ${one} ${key}, neither in the bundle nor in the archive.`

interface Found {
  place: PlacedLinks
  problem: Problem
}

/** Checks links within a list: to missing or refused rows, itself, or in a cycle. Refusing a row also refuses rows that link to it. */
export function selfLinkProblems({
  list,
  field,
  links,
  inArchive,
  refusedBefore,
  parents,
}: {
  list: List
  field: string
  links: readonly PlacedLinks[]
  inArchive: ReadonlySet<number | string>
  /** Keys of rows of this list that are not in `links`, since something else is wrong with them. */
  refusedBefore: ReadonlySet<number | string>
  parents: Map<number, number> | undefined
}): Found[] {
  const found: Found[] = []
  const refused = new Set<number>()
  const present = new Set(links.map(({ key }) => key))
  const refuse = (place: PlacedLinks, reason: string) => {
    refused.add(place.key)
    found.push({ place, problem: { field, reason } })
  }
  for (const place of links) {
    if (place.row.includes(place.key)) refuse(place, `The ${list.one} ${place.key} names itself.`)
  }
  if (parents) {
    for (const { key, row } of links) {
      if (row.length > 0) parents.set(key, row[0]!)
      else parents.delete(key)
    }
    for (const place of links) {
      if (refused.has(place.key)) continue
      const cycle = parentCycle(place.key, (id) => parents.get(id))
      if (cycle) refuse(place, `Its parents lead back to itself: ${cycle.join(' → ')}.`)
    }
  }
  for (let changed = true; changed;) {
    changed = false
    for (const place of links) {
      if (refused.has(place.key)) continue
      const absent = place.row.find((id) => !inArchive.has(id) && (!present.has(id) || refused.has(id)))
      if (absent === undefined) continue
      const inBundle = present.has(absent) || refusedBefore.has(absent)
      refuse(place, (inBundle ? refusedLink : missingLink)(list.one, absent))
      changed = true
    }
  }
  return found
}

/** Relationships that would make somebody their own ancestor, together with those that stay in the archive. */
export function relationshipCycles(links: readonly PlacedLinks[], archive: Map<number, [number, number]>): Found[] {
  for (const { key } of links) archive.delete(key)
  const remaining = [...archive.values()].map(([from, to]) => ({ from, to, place: undefined }))
  const edges = [...remaining, ...links.map((place) => ({ from: place.row[0]!, to: place.row[1]!, place }))]
  return closingEdges(edges).flatMap(({ edge: { place }, cycle }) => {
    const reason = `A person would be their own ancestor: ${cycle.join(' → ')}.`
    return place ? [{ place, problem: { field: 'person2', reason } }] : []
  })
}
