import { closingEdges } from '#rules/graphs/closing-edges.ts'
import { successionProblems, type PlaceInTime } from '#rules/years/succession.ts'
import { keysIn, type Key, type Problem, type Row } from './bundle-row.ts'
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
  /** Of a place: what the row says of its time. */
  given: Partial<PlaceInTime>
}
export const refusedLink = (one: string, key: Key) => `It names the ${one} ${key}, which was refused.`
export const conflictingLink = (one: string, key: Key) => `It names the ${one} ${key}, which is in conflict.`
export const missingLink = (one: string, key: Key) =>
  `There is no ${one} ${key}, neither in the bundle nor in the archive.`

interface Found {
  place: PlacedLinks
  /** The link in question. */
  to?: number
  problem: Problem
  /** The link is to a row in conflict: so is this one. */
  isApart?: boolean
}
const pathText = (cycle: readonly number[]) => cycle.map(Math.abs).join(' → ')

/** Checks links within a list: to rows in conflict, to missing or refused rows, to itself, or in a cycle. Only a row that names one in conflict cannot stay. */
export function selfLinkProblems({
  list,
  field,
  links,
  refusedBefore,
  apart,
  parents,
  places,
}: {
  list: List
  field: string
  links: readonly PlacedLinks[]
  /** Keys of rows of this list that are not in `links`, since something else is wrong with them. */
  refusedBefore: ReadonlySet<Key>
  /** Keys of rows in conflict that are no record. */
  apart: ReadonlySet<Key>
  parents: Map<number, number> | undefined
  /** Of places: those of the archive. */
  places: Map<number, PlaceInTime> | undefined
}): Found[] {
  const found: Found[] = []
  const present = new Set(links.map(({ key }) => key))
  const apartNow = new Set(apart)
  const left = new Set<PlacedLinks>()
  for (let changed = true; changed;) {
    changed = false
    for (const place of links) {
      // A link to a record of the archive holds whatever happens to its row.
      const to = left.has(place) ? undefined : place.row.find((key, at) => place.nodes[at]! < 0 && apartNow.has(key))
      if (to === undefined) continue
      changed = true
      left.add(place)
      if (place.node < 0) apartNow.add(place.key)
      found.push({ place, to, isApart: true, problem: { field, reason: conflictingLink(list.one, to) } })
    }
  }
  const staying = links.filter((place) => !left.has(place))
  const wrong = new Set<PlacedLinks>()
  const report = (place: PlacedLinks, to: number, reason: string) => {
    wrong.add(place)
    found.push({ place, to, problem: { field, reason } })
  }
  for (const place of staying) {
    for (const [at, to] of place.row.entries()) {
      if (place.nodes[at] === place.node) report(place, to, `The ${list.one} ${to} names itself.`)
      else if (place.nodes[at]! < 0 && !present.has(to))
        report(place, to, (refusedBefore.has(to) ? refusedLink : missingLink)(list.one, to))
    }
  }
  if (parents) {
    const sound = staying.filter((place) => !wrong.has(place))
    for (const { node, nodes } of sound) {
      if (nodes.length > 0) parents.set(node, nodes[0]!)
      else parents.delete(node)
    }
    for (const place of sound) {
      const cycle = parentCycle(place.node, (id) => parents.get(id))
      if (cycle) report(place, place.row[0]!, `Its parents lead back to itself: ${pathText(cycle)}.`)
    }
  }
  if (places) found.push(...successionFaults(staying, places))
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

/** Places that would come out of themselves, or be there before what they came out of, together with those of the archive. */
function successionFaults(links: readonly PlacedLinks[], archive: Map<number, PlaceInTime>): Found[] {
  const placed = new Map(links.map((place) => [place.node, place]))
  for (const { node, nodes, given } of links) {
    const there = archive.get(node) ?? { date_start: null, date_end: null, predecessors: [] }
    archive.set(node, { ...there, ...given, ...(given.predecessors && { predecessors: nodes }), pk: node })
  }
  const found: Found[] = []
  for (;;) {
    // Without the links that were found: one link may be in several circles.
    const more = successionProblems([...archive.values()]).flatMap(({ path, reason }): Found[] => {
      const at = path.findIndex((node, step) => placed.get(node)?.nodes.includes(path[step + 1]!))
      const [place, node] = [placed.get(path[at]!), path[at + 1]]
      if (!place || !archive.get(place.node)!.predecessors.includes(node!)) return []
      const { predecessors, ...rest } = archive.get(place.node)!
      archive.set(place.node, { ...rest, predecessors: predecessors.filter((each) => each !== node) })
      const to = place.row[place.nodes.indexOf(node!)]!
      return place.node === node ? [] : [{ place, to, problem: { field: 'predecessors', reason } }]
    })
    if (more.length === 0) return found
    found.push(...more)
  }
}

/** The ids of a row's links within its own list, or of the two people of a relationship; and what that of a place gives of its time. */
export function linkValues(row: Row, self: string | undefined, cells: object): Pick<PlacedLinks, 'row' | 'given'> {
  const given = ['date_start', 'date_end', 'predecessors'].filter((field) => field in cells)
  return {
    row: (self ? keysIn(row[self]) : [row['person1'], row['person2']].map(Number)) as number[],
    given: Object.fromEntries(given.map((field) => [field, row[field]])),
  }
}

/** The path from a record back to itself by single parents; undefined where there is none. */
function parentCycle(start: number, parentOf: (id: number) => number | undefined): number[] | undefined {
  const path = [start]
  const seen = new Set(path)
  for (let at = parentOf(start); at !== undefined; at = parentOf(at)) {
    path.push(at)
    if (at === start) return path
    if (seen.has(at)) return undefined
    seen.add(at)
  }
  return undefined
}
