import type { Key, Problem } from './bundle-row.ts'
import { closingEdges, parentCycle } from './cycles.ts'
import type { List } from './lists.ts'

/** A row and the ids that it links to. */
export interface PlacedLinks {
  key: Key
  index: number
  line: number
  row: number[]
  /** The row itself and its links, by their records' ids; a row that has no record yet has its number, negated. */
  node: number
  nodes: number[]
}
export const refusedLink = (one: string, key: Key) => `It names the ${one} ${key}, which was refused.`
export const conflictingLink = (one: string, key: Key) => `It names the ${one} ${key}, which is in conflict.`
export const missingLink = (one: string, key: Key) =>
  `There is no ${one} ${key}, neither in the bundle nor in the archive.`

interface Found {
  place: PlacedLinks
  problem: Problem
  /** The link is to a row in conflict: so is this one. */
  isApart?: boolean
}
const pathText = (cycle: readonly number[]) => cycle.map(Math.abs).join(' → ')

/** Checks links within a list: to missing or refused rows, itself, or in a cycle. Refusing a row also refuses rows that link to it. */
export function selfLinkProblems({
  list,
  field,
  links,
  refusedBefore,
  apart,
  parents,
}: {
  list: List
  field: string
  links: readonly PlacedLinks[]
  /** Keys of rows of this list that are not in `links`, since something else is wrong with them. */
  refusedBefore: ReadonlySet<Key>
  /** Keys of rows in conflict that are no record. */
  apart: ReadonlySet<Key>
  parents: Map<number, number> | undefined
}): Found[] {
  const found: Found[] = []
  const refused = new Set<Key>()
  const present = new Set(links.map(({ key }) => key))
  const apartNow = new Set(apart)
  const refuse = (place: PlacedLinks, reason: string, isApart = false) => {
    refused.add(place.key)
    if (isApart && place.node < 0) apartNow.add(place.key)
    found.push({ place, problem: { field, reason }, isApart })
  }
  for (const place of links) {
    if (place.nodes.includes(place.node)) refuse(place, `The ${list.one} ${place.key} names itself.`)
  }
  if (parents) {
    for (const { node, nodes } of links) {
      if (nodes.length > 0) parents.set(node, nodes[0]!)
      else parents.delete(node)
    }
    for (const place of links) {
      if (refused.has(place.key)) continue
      const cycle = parentCycle(place.node, (id) => parents.get(id))
      if (cycle) refuse(place, `Its parents lead back to itself: ${pathText(cycle)}.`)
    }
  }
  for (let changed = true; changed;) {
    changed = false
    for (const place of links) {
      if (refused.has(place.key)) continue
      // A link to a record of the archive holds whatever happens to its row.
      const absent = place.row.find((id, at) => place.nodes[at]! < 0 && (!present.has(id) || refused.has(id)))
      if (absent === undefined) continue
      changed = true
      const isApart = apartNow.has(absent)
      const inBundle = present.has(absent) || refusedBefore.has(absent)
      const reason = isApart ? conflictingLink : inBundle ? refusedLink : missingLink
      refuse(place, reason(list.one, absent), isApart)
    }
  }
  return found
}

/** Relationships that would make somebody their own ancestor, together with those that stay in the archive. */
export function relationshipCycles(links: readonly PlacedLinks[], archive: Map<number, [number, number]>): Found[] {
  for (const { node } of links) archive.delete(node)
  const remaining = [...archive.values()].map(([from, to]) => ({ from, to, place: undefined }))
  const edges = [...remaining, ...links.map((place) => ({ from: place.nodes[0]!, to: place.nodes[1]!, place }))]
  return closingEdges(edges).flatMap(({ edge: { place }, cycle }) => {
    const reason = `A person would be their own ancestor: ${pathText(cycle)}.`
    return place ? [{ place, problem: { field: 'person2', reason } }] : []
  })
}
