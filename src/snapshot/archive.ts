import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Item, ItemType } from '#contract/item.ts'
import { byDate } from '#rules/dates/partial-dates.ts'
import { META_FILE, readSnapshot } from './files.ts'
import { type ChangedItems, groupRows, indexItems, type ItemIndex, replaceInIndex } from './item-index.ts'
import type { ItemList, SnapshotLists, SnapshotMeta } from './plans.ts'

export type Archive = ReturnType<typeof loadArchive>

const OPENED = Symbol.for('lotline.archive')
/**
 * Only the last one, so that a process that builds twice does not hold two archives in memory. Global, because the renderer of single pages (release/renderer)
 * is a bundle with a copy of this module, and reads the same archive.
 */
const shared = globalThis as { [OPENED]?: Opened | undefined }
interface Opened {
  folder: string
  snapshot: string | undefined
  archive: Archive
}

/**
 * The archive in a snapshot folder, read once per process. Pages get the folder from the environment variable LOTLINE_SNAPSHOT. Throws if there is no
 * snapshot.
 */
export function openArchive(folder: string | undefined = process.env.LOTLINE_SNAPSHOT): Archive {
  if (!folder) throw new Error('There is no snapshot to read: LOTLINE_SNAPSHOT is not set. `npm run build` sets it.')
  const opened = shared[OPENED]
  // Asked many times by each page: without a look at the disk.
  if (opened && (opened.folder === folder || opened.folder === resolve(folder))) return opened.archive
  const archive = openIn(folder) ?? loadArchive(folder)
  remember(folder, archive)
  return archive
}

/** The open archive if it is that of a folder, which may have been moved. */
function openIn(folder: string): Archive | undefined {
  const [opened, snapshot] = [shared[OPENED], snapshotIn(folder)]
  return snapshot !== undefined && opened?.snapshot === snapshot ? opened.archive : undefined
}

function remember(folder: string, archive: Archive): void {
  shared[OPENED] = { folder: resolve(folder), snapshot: snapshotIn(folder), archive }
}

/** Tells snapshots apart: each is written once, and its folder may be moved. Undefined where there is none. */
function snapshotIn(folder: string): string | undefined {
  const found = statSync(join(folder, META_FILE), { bigint: true, throwIfNoEntry: false })
  return found && `${found.dev}:${found.ino}:${found.mtimeNs}`
}

/**
 * Lets `openArchive` return what was just written to a folder, without reading it: an earlier archive in which some items have changed, and perhaps `others`, its other
 * lists. Reverse maps of what is as it was stay: at half a million items, making all anew takes seconds.
 */
export function rememberChanged(
  folder: string,
  earlier: Archive,
  {
    items,
    texts,
    changed,
    meta,
    others,
  }: Pick<SnapshotLists, ItemList> & { changed: ChangedItems; meta: SnapshotMeta; others?: SnapshotLists | undefined },
): void {
  const lists = { ...(others ?? earlier.lists), items, texts }
  const index = replaceInIndex(earlier.index, changed)
  remember(folder, {
    ...earlier,
    ...(others && recordMaps(lists)),
    ...itemMaps(index),
    ...textMaps(lists),
    meta,
    lists,
  })
}

/** Forgets the archive of `openArchive`, so that its memory can be freed. */
export function forgetArchive(): void {
  shared[OPENED] = undefined
}

export function loadArchive(folder: string) {
  const { lists, meta } = readSnapshot(folder)
  return archiveOf(lists, meta)
}

const archiveOf = (lists: SnapshotLists, meta: SnapshotMeta) => ({
  meta,
  lists,
  ...recordMaps(lists),
  ...itemMaps(indexItems(lists.items)),
  ...textMaps(lists),
})

const textMaps = ({ texts }: Pick<SnapshotLists, 'texts'>) => ({
  /** What is written on its scans, and said in its recordings. */
  textsOf: groupBy(texts, (row) => [row.item]),
})

/** Finds items. Lists are in date order, undated last, ties by id. */
function itemMaps(index: ItemIndex) {
  const { location, person, organization, subject, collection, type, decade } = index.groups
  return {
    index,
    item: (id: number) => index.byId.get(id),
    itemsByDate: index.byDate,
    itemsOfLocation: (id: number) => location.get(id) ?? NO_ITEMS,
    // Also those that they made or contributed to.
    itemsOfPerson: (id: number) => person.get(id) ?? NO_ITEMS,
    itemsOfOrganization: (id: number) => organization.get(id) ?? NO_ITEMS,
    itemsOfSubject: (id: number) => subject.get(id) ?? NO_ITEMS,
    // Without those of subcollections.
    itemsOfCollection: (id: number) => collection.get(id) ?? NO_ITEMS,
    itemsOfType: (name: ItemType) => type.get(name) ?? NO_ITEMS,
    /** Null for undated items. */
    itemsOfDecade: (start: number | null) => decade.get(start) ?? NO_ITEMS,
    decades: () => [...decade.keys()] as (number | null)[],
  }
}
const NO_ITEMS: readonly Item[] = []

/** The reverse maps of everything but items. Link rows with a missing end are left out. */
function recordMaps(lists: SnapshotLists) {
  const location = indexBy(lists.locations, (row) => row.properties.pk)
  const person = indexBy(lists.people, (row) => row.id)
  const organization = indexBy(lists.organizations, (row) => row.id)
  const subject = indexBy(lists.subjects, (row) => row.id)
  const collection = indexBy(lists.collections, (row) => row.id)
  const story = indexBy(lists.stories, (row) => row.id)
  const present = <Row>(row: Row | undefined): row is Row => row !== undefined

  const ownership = byDate(lists.ownership, (row) => row.date).filter((row) => person(row.person))
  const employment = byDate(lists.employment, (row) => row.date_start ?? row.date_end).filter(
    (row) => person(row.person) && organization(row.organization),
  )
  const premises = byDate(lists.organizationLocations, (row) => row.date_start ?? row.date_end).filter(
    (row) => location(row.location) && organization(row.organization),
  )
  const residents = byDate(lists.residents, (row) => row.date_start ?? row.date_end).filter(
    (row) => person(row.person) && location(row.location),
  )
  const parentage = lists.relationships.filter(
    (row) => row.person1 !== row.person2 && person(row.person1) && person(row.person2),
  )
  const eldestFirst = (ids: Iterable<number>) =>
    byDate(
      [...new Set(ids)]
        .sort((a, b) => a - b)
        .map(person)
        .filter(present),
      (row) => row.date_of_birth,
    )
  const parentRows = groupBy(parentage, (row) => [row.person2])
  const childRows = groupBy(parentage, (row) => [row.person1])
  const parentIds = (id: number) => parentRows(id).map((row) => row.person1)
  const childIds = (id: number) => childRows(id).map((row) => row.person2)
  const marriedTo = groupBy(lists.people, (row) => row.spouses)

  const ownershipRank = new Map(ownership.map((row, rank) => [row, rank]))
  const ownershipByLot = groupBy(ownership, (row) => [row.lot])

  const childSubjects = groupBy(lists.subjects, (row) => [parentOrRoot(row.subject_parent, subject)])
  const childCollections = groupBy(lists.collections, (row) => [parentOrRoot(row.parent_collection, collection)])

  return {
    location,
    person,
    organization,
    subject,
    collection,
    story,
    lotsOf: groupBy(lists.lots, (row) => [row.location]),
    lotsOfNumber: groupBy(lists.lots, (row) => [row.lotNum]),
    // Sorted across lots: rows of the same date keep the API's order.
    ownershipOfLots: (lotNums: readonly string[]) =>
      [...new Set(lotNums)]
        .flatMap((lotNum) => ownershipByLot(lotNum))
        .sort((a, b) => ownershipRank.get(a)! - ownershipRank.get(b)!),
    ownershipOfPerson: groupBy(ownership, (row) => [row.person]),
    heritageOf: groupBy(lists.heritage, (row) => [row.location]),
    descriptionsOf: groupBy(lists.locationDescriptions, (row) => [row.location]),
    namesOf: groupBy(lists.placeNames, (row) => [row.location]),
    residentsOf: groupBy(residents, (row) => [row.location]),
    residencesOf: groupBy(residents, (row) => [row.person]),
    /** Places that came out of one. */
    successorsOf: groupBy(lists.locations, (row) => row.properties.predecessors ?? []),
    plaquesOf: groupBy(lists.plaques, (row) => [row.location]),
    parentsOf: (id: number) => eldestFirst(parentIds(id)),
    parentageOf: (id: number) => parentRows(id).map(({ person1, description }) => ({ id: person1, description })),
    childrenOf: (id: number) => eldestFirst(childIds(id)),
    siblingsOf: (id: number) =>
      eldestFirst(
        parentIds(id)
          .flatMap(childIds)
          .filter((each) => each !== id),
      ),
    spousesOf: (id: number) =>
      eldestFirst(
        [...(person(id)?.spouses ?? []), ...marriedTo(id).map((row) => row.id)].filter((each) => each !== id),
      ),
    employmentOfPerson: groupBy(employment, (row) => [row.person]),
    employmentOfOrganization: groupBy(employment, (row) => [row.organization]),
    premisesOf: groupBy(premises, (row) => [row.organization]),
    organizationsAt: groupBy(premises, (row) => [row.location]),
    childSubjects: (id: number | null) => childSubjects(id ?? ROOT),
    childCollections: (id: number | null) => childCollections(id ?? ROOT),
  }
}

/** Key for "no parent" in the trees; ids start at 1. */
const ROOT = 0
/** A record with a missing parent becomes a root, so that it stays reachable. */
const parentOrRoot = (parent: number | null, find: (id: number) => unknown) =>
  parent !== null && find(parent) !== undefined ? parent : ROOT

function groupBy<Row, Key>(rows: readonly Row[], keysOf: (row: Row) => Iterable<Key | null | undefined>) {
  const groups = groupRows(rows, keysOf)
  return (key: Key): Row[] => groups.get(key) ?? []
}

function indexBy<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key) {
  const index = new Map(rows.map((row) => [keyOf(row), row]))
  return (key: Key): Row | undefined => index.get(key)
}

const MADE = Symbol.for('lotline.made')
/** Global like the archive itself (archive.ts): the renderer of single pages is a bundle with a copy of this module. */
const everything = globalThis as { [MADE]?: WeakMap<object, Map<string, unknown>> }

/**
 * Makes something once of an archive, or of one of its lists, and keeps it as long as that. An update that changes items has the other lists of before
 * (pull-changes.ts). `name` is unique: it tells what is made of the same source apart.
 */
export function memoizePerArchive<Source extends object, Value>(
  name: string,
  make: (source: Source) => Value,
): (source: Source) => Value {
  return (source) => {
    const made = (everything[MADE] ??= new WeakMap())
    const known = made.get(source) ?? new Map<string, unknown>()
    made.set(source, known)
    if (!known.has(name)) known.set(name, make(source))
    return known.get(name) as Value
  }
}

/** The same of all but items and their texts: these maps stay when nothing else has changed. */
export function memoizePerRecords<Value>(name: string, make: (archive: Archive) => Value): (archive: Archive) => Value {
  const known = memoizePerArchive(name, (_: Archive['location']) => [] as Value[])
  return (archive) => (known(archive.location)[0] ??= make(archive))
}
