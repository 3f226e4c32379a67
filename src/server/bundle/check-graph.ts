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
  /** The link in question. */
  to?: number
  problem: Problem
}

/** Checks links within a list: to missing or refused rows, to itself, or in a cycle. The rows themselves can stay. */
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
  const present = new Set(links.map(({ key }) => key))
  const report = (place: PlacedLinks, to: number, reason: string) =>
    found.push({ place, to, problem: { field, reason } })
  for (const place of links) {
    for (const to of place.row) {
      if (to === place.key) report(place, to, `The ${list.one} ${to} names itself.`)
      else if (!inArchive.has(to) && !present.has(to))
        report(place, to, (refusedBefore.has(to) ? refusedLink : missingLink)(list.one, to))
    }
  }
  if (parents) {
    const wrong = new Set(found.map(({ place }) => place))
    const sound = links.filter((place) => !wrong.has(place))
    for (const { key, row } of sound) {
      if (row.length > 0) parents.set(key, row[0]!)
      else parents.delete(key)
    }
    for (const place of sound) {
      const cycle = parentCycle(place.key, (id) => parents.get(id))
      if (cycle) report(place, place.row[0]!, `Its parents lead back to itself: ${cycle.join(' → ')}.`)
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
