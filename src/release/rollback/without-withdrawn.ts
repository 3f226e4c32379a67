import type { PersonLink } from '#contract/person.ts'
import { LIST_NAMES, keyOf, type ListName, type SnapshotLists, type SnapshotMeta } from '#snapshot/plans.ts'
import { listsFrom } from '#snapshot/files.ts'
import { mapLayersOf } from '#snapshot/pages/page-view.ts'

export interface Snapshot {
  lists: SnapshotLists
  meta: SnapshotMeta
}
interface Cleaned extends Snapshot {
  /** How many rows and links were left out because they are not published any more. */
  leftOut: number
  /** Nothing was left out, and no picture was replaced since. */
  isWhole: boolean
}

/** Link rows of a server without ids are compared as a whole. */
const nameOf = (row: unknown): string => JSON.stringify(keyOf(row) ?? row)

/**
 * An earlier state of the archive without anything that is not published now: rows that were withdrawn, discarded, removed or merged, links to them, and
 * pictures, graves and credits that were taken away. Pictures are as they are now.
 */
export function withoutWithdrawn(past: Snapshot, present: Snapshot): Cleaned {
  let leftOut = 0
  let replaced = 0
  const now = Object.fromEntries(
    LIST_NAMES.map((list) => [list, new Map(present.lists[list].map((row) => [nameOf(row), row]))]),
  ) as { [Name in ListName]: Map<string, SnapshotLists[Name][number]> }
  const keepIf = <Row>(rows: readonly Row[], isThere: (row: Row) => boolean): Row[] => {
    const kept = rows.filter(isThere)
    leftOut += rows.length - kept.length
    return kept
  }
  const linked = <Link extends { id: number }>(list: ListName, links: readonly Link[]): Link[] =>
    keepIf(links, ({ id }) => now[list].has(String(id)))
  const one = <Link extends { id: number }>(list: ListName, link: Link | null): Link | null =>
    link === null ? null : (linked(list, [link])[0] ?? null)
  /** Rows of one record, such as its pictures, as they are now. */
  const current = <Row extends { id?: number | undefined }>(rows: readonly Row[], others: readonly Row[]): Row[] =>
    keepIf(rows, ({ id }) => others.some((other) => other.id === id)).map((row) => {
      const other = others.find(({ id }) => id === row.id)!
      if (JSON.stringify(other) !== JSON.stringify(row)) replaced += 1
      return other
    })
  const unlessChanged = <Value>(before: Value, after: Value): Value | null => {
    if (before === null || before === undefined || before === after) return before
    replaced += 1
    if (after === null || after === undefined) leftOut += 1
    return after ?? null
  }

  /** Whose privacy is kept by now: of them, and of what they did, no more is told than now. */
  const isPrivate = (id: number) => now.people.get(String(id))?.privacy !== undefined
  const asNow = <Row extends { id?: number | undefined }>(list: Map<string, Row>, row: Row, person: number): Row =>
    isPrivate(person) ? current([row], [list.get(nameOf(row))!])[0]! : row
  const named = (links: readonly PersonLink[]) =>
    linked('people', links).map((link) => {
      const shown = (date: number | null) => (isPrivate(link.id) ? unlessChanged(date, null) : date)
      return { ...link, date_of_birth: shown(link.date_of_birth), date_of_death: shown(link.date_of_death) }
    })
  const lists = listsFrom((list) => keepIf<unknown>(past.lists[list], (row) => now[list].has(nameOf(row))))
  lists.items = lists.items.map((item) => {
    const { item_scans, item_files, contributed_by } = now.items.get(nameOf(item))!
    return {
      ...item,
      location: one('locations', item.location),
      people: named(item.people),
      subject: linked('subjects', item.subject),
      organizations: linked('organizations', item.organizations),
      collection: one('collections', item.collection),
      creator: named(item.creator ? [item.creator] : [])[0] ?? null,
      creator_organization: one('organizations', item.creator_organization ?? null),
      contributors: named(item.contributors),
      item_scans: current(item.item_scans, item_scans),
      item_files: current(item.item_files, item_files),
      contributed_by: unlessChanged(item.contributed_by, contributed_by),
    }
  })
  lists.ownership = lists.ownership.map((row) => asNow(now.ownership, row, row.person))
  lists.employment = lists.employment.map((row) => asNow(now.employment, row, row.person))
  const called = new Set(lists.placeNames.map(({ location, name }) => `${location} ${name}`))
  lists.locations = lists.locations.map(({ properties, ...zone }) => ({
    ...zone,
    properties: {
      ...properties,
      predecessors: properties.predecessors && keepIf(properties.predecessors, (pk) => now.locations.has(String(pk))),
      earlier_names: properties.earlier_names?.filter((name) => called.has(`${properties.pk} ${name}`)),
    },
  }))
  lists.people = lists.people.map((person) => {
    if (isPrivate(person.id)) return asNow(now.people, person, person.id)
    const { image, graves } = now.people.get(nameOf(person))!
    if (person.image && !image) leftOut += 1
    if (person.image?.version !== image?.version) replaced += 1
    return {
      ...person,
      image: person.image && image,
      graves: current(person.graves, graves),
      spouses: keepIf(person.spouses, (id) => now.people.has(String(id)) && !isPrivate(id)),
    }
  })
  const overlays = keepIf(past.meta.overlays, ({ layer, version }) =>
    present.meta.overlays.some((each) => each.layer === layer && each.version === version),
  )
  const [layers, there] = [mapLayersOf(past.meta), mapLayersOf(present.meta)]
  const listed = new Set([...there.overlays, ...there.baseMaps].map(({ id }) => id))
  const mapLayers = {
    overlays: keepIf(layers.overlays, ({ id }) => listed.has(id)),
    baseMaps: keepIf(layers.baseMaps, ({ id, layers: own }) => !own || listed.has(id)),
  }
  const merged = (present.meta.merged ?? []).filter(({ kind, into }) => lists[kind].some(({ id }) => id === into))
  const wasMerged = new Set((past.meta.merged ?? []).map((each) => JSON.stringify(each)))
  leftOut += merged.filter((each) => !wasMerged.has(JSON.stringify(each))).length
  const oldAddresses = present.meta.oldAddresses?.filter(({ kind, id }) => lists[kind].some((row) => row.id === id))
  const meta = { ...past.meta, overlays, mapLayers, merged, oldAddresses }
  return { lists, meta, leftOut, isWhole: leftOut + replaced === 0 }
}
