import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Item } from '#contract/item.ts'
import type { RecordText } from '#contract/text.ts'
import {
  isItemList,
  type ItemList,
  LIST_NAMES,
  PLANS,
  type ListName,
  type SnapshotLists,
  type SnapshotMeta,
} from './plans.ts'

/** Lists built by name. The caller vouches for the types of the rows. */
export const listsFrom = (rowsOf: (name: ListName) => unknown): SnapshotLists =>
  Object.fromEntries(LIST_NAMES.map((name) => [name, rowsOf(name)])) as object as SnapshotLists

export const META_FILE = 'snapshot.json'

/** Sorts the keys of every object, so that equal data serializes to equal bytes. */
export function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sortKeys(each)]),
  )
}

/** One row per line, so that diffs are readable. */
const listText = (rows: readonly unknown[]) =>
  rows.length === 0 ? '[]\n' : `[\n${rows.map((row) => JSON.stringify(sortKeys(row))).join(',\n')}\n]\n`

/** Items and their texts are in files of a thousand items each, so that an update of a large archive writes few of them. */
const ITEMS_A_FILE = 1000
const ITEMS_FILE = /^(items|texts)-(\d+)\.json$/
const fileOf = (list: ItemList, item: number): string => `${list}-${Math.floor(item / ITEMS_A_FILE)}.json`
const ROWS_FILE = {
  items: ({ id }: Pick<Item, 'id'>) => fileOf('items', id),
  texts: ({ item }: Pick<RecordText, 'item'>) => fileOf('texts', item),
}
const itemsFiles = (folder: string): string[] => readdirSync(folder).filter((name) => ITEMS_FILE.test(name))

/** Writes a snapshot, with the number of rows of each list. The folder belongs to one build, which removes it in the end (release/make-release.ts). */
export function writeSnapshot(
  folder: string,
  lists: SnapshotLists,
  about: Omit<SnapshotMeta, 'counts' | 'pictures'> & { pictures?: string },
): SnapshotMeta {
  const counts = Object.fromEntries(LIST_NAMES.map((name) => [name, lists[name].length])) as SnapshotMeta['counts']
  const meta = { ...about, pictures: about.pictures ?? about.apiBase, counts }
  mkdirSync(folder, { recursive: true })
  for (const file of itemsFiles(folder)) rmSync(join(folder, file))
  for (const name of LIST_NAMES)
    if (!isItemList(name)) writeFileSync(join(folder, `${name}.json`), listText(lists[name]))
  for (const [file, rows] of itemsAndTexts(lists)) writeFileSync(join(folder, file), listText(rows))
  writeMeta(folder, meta)
  return meta
}

/** By item, scans before files; each by id. */
export const sortTexts = (texts: RecordText[]): RecordText[] =>
  texts.sort((a, b) => a.item - b.item || (a.file ?? 0) - (b.file ?? 0) || (a.scan ?? 0) - (b.scan ?? 0))

/** The rows of the files of items and texts. */
const itemsAndTexts = ({ items, texts }: Pick<SnapshotLists, ItemList>): Map<string, unknown[]> =>
  new Map<string, unknown[]>([...Map.groupBy(items, ROWS_FILE.items), ...Map.groupBy(texts, ROWS_FILE.texts)])

/**
 * Writes a snapshot that differs from an earlier one in some items, and perhaps in `others`, its other lists: the files of everything else are shared.
 * Returns all items, in the order of their ids, and all texts.
 * @param named ids of the items that differ; `after` are those that are still there, and their texts.
 */
export function replaceItems(
  folder: string,
  earlier: string,
  lists: Pick<SnapshotLists, ItemList>,
  named: ReadonlySet<number>,
  after: Pick<SnapshotLists, ItemList>,
  meta: SnapshotMeta,
  others?: SnapshotLists,
): Pick<SnapshotLists, ItemList> {
  mkdirSync(folder, { recursive: true })
  const items = [...lists.items.filter(({ id }) => !named.has(id)), ...after.items].sort((a, b) => a.id - b.id)
  const texts = sortTexts([...lists.texts.filter(({ item }) => !named.has(item)), ...after.texts])
  const differing = new Set([...named].flatMap((id) => [fileOf('items', id), fileOf('texts', id)]))
  for (const name of LIST_NAMES) {
    if (isItemList(name)) continue
    if (others) writeFileSync(join(folder, `${name}.json`), listText(others[name]))
    else linkOrCopy(join(earlier, `${name}.json`), join(folder, `${name}.json`))
  }
  for (const file of itemsFiles(earlier)) if (!differing.has(file)) linkOrCopy(join(earlier, file), join(folder, file))
  for (const [file, own] of itemsAndTexts({ items, texts }))
    if (differing.has(file)) writeFileSync(join(folder, file), listText(own))
  writeMeta(folder, meta)
  return { items, texts }
}

const writeMeta = (folder: string, meta: SnapshotMeta) =>
  writeFileSync(join(folder, META_FILE), `${JSON.stringify(sortKeys(meta), null, 2)}\n`)

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    // No hard links on this disk.
    copyFileSync(from, to)
  }
}

export const hasSnapshot = (folder: string): boolean => existsSync(join(folder, META_FILE))

const readMeta = (folder: string): SnapshotMeta =>
  JSON.parse(readFileSync(join(folder, META_FILE), 'utf8')) as SnapshotMeta

const readRows = (folder: string, file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'))

/** The zones alone: most of a snapshot are its items. */
export const readZones = (folder: string): SnapshotLists['locations'] =>
  readRows(folder, 'locations.json') as SnapshotLists['locations']

/** The rows were validated by the pull and are not validated again. */
export function readSnapshot(folder: string): { lists: SnapshotLists; meta: SnapshotMeta } {
  const numberOf = (file: string) => Number(ITEMS_FILE.exec(file)![2])
  const files = itemsFiles(folder).sort((a, b) => numberOf(a) - numberOf(b))
  const filesOf = (list: ItemList) => files.filter((file) => file.startsWith(list))
  // Earlier versions of Lotline wrote one file; a rollback reads them.
  const isOneFile = existsSync(join(folder, 'items.json'))
  const share = createLinkSharing()
  const rowsOf = (file: string) => (readRows(folder, file) as Item[]).map(share)
  const items = () => (isOneFile ? rowsOf('items.json') : filesOf('items').flatMap(rowsOf))
  const lists = listsFrom((name) => {
    if (name === 'items') return items()
    if (name === 'texts') return filesOf('texts').flatMap((file) => readRows(folder, file) as RecordText[])
    // A snapshot from before stories has none.
    const file = `${name}.json`
    return PLANS[name].optional && !existsSync(join(folder, file)) ? [] : readRows(folder, file)
  })
  return { lists, meta: readMeta(folder) }
}

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
    item.creator_organization &&= shared('organization', item.creator_organization)
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

/** Pictures of the initial map view, shown before any script runs. `src` is a path on the site; sizes in pixels. */
export interface FirstView {
  wide: FirstPicture
  /** For maps up to its size. */
  phone: FirstPicture
  /** Horizontally and vertically: true if the map's centre is in the second half of its pixel. */
  late: readonly [boolean, boolean]
}
export interface FirstPicture {
  src: string
  width: number
  height: number
}

const FILE = 'first-view.json'

/** Stored in the snapshot folder, for the page build. */
export const writeFirstView = (snapshot: string, view: FirstView): void =>
  writeFileSync(join(snapshot, FILE), JSON.stringify(view))

/** Undefined if the build made none. */
export function readFirstView(snapshot = process.env.LOTLINE_SNAPSHOT): FirstView | undefined {
  const file = snapshot && join(snapshot, FILE)
  return file && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as FirstView) : undefined
}
