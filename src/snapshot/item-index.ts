import type { Item } from '#contract/item.ts'
import { decadeOf, itemSpan, sortDate } from '#rules/dates/partial-dates.ts'
import { organizationsOfItem, peopleOfItem } from '#rules/people/people-of-item.ts'
import { inListOrder } from '#views/item-lists.ts'

/** The items that differ from an earlier snapshot, as they were and as they are. */
export interface ChangedItems {
  before: Item[]
  after: Item[]
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

/** The lists that an item is in, by what they are lists of. */
export const KEYS = {
  location: (item: Item) => (item.location ? [item.location.id] : []),
  /** Also those that they made or contributed to. */
  person: (item: Item) => idsOf(peopleOfItem(item)),
  organization: (item: Item) => idsOf(organizationsOfItem(item)),
  subject: (item: Item) => idsOf(item.subject),
  /** Without those of collections below it. */
  collection: (item: Item) => (item.collection ? [item.collection.id] : []),
  type: (item: Item) => [item.type],
  decade: (item: Item) => [decadeOf(item)],
} as const
type GroupName = keyof typeof KEYS
const GROUP_NAMES = Object.keys(KEYS) as GroupName[]
type Key = number | string | null
type Groups = ReadonlyMap<Key, readonly Item[]>

/** The items of an archive by id, and in lists. Each list is in date order, undated last, ties by id. */
export interface ItemIndex {
  byId: ReadonlyMap<number, Item>
  byDate: readonly Item[]
  groups: Readonly<Record<GroupName, Groups>>
}

const dateOf = (item: Item) => sortDate(itemSpan(item))
/** The order of items in lists. */
const isBefore = (a: Item, b: Item): boolean => {
  const [dateA, dateB] = [dateOf(a), dateOf(b)]
  return dateA < dateB || (dateA === dateB && a.id < b.id)
}

/** The place of an item in a list, or where it would be. By halves: some lists have most items of the archive. */
export function placeIn(list: readonly Item[], item: Item): number {
  let [at, end] = [0, list.length]
  while (at < end) {
    const middle = (at + end) >> 1
    if (isBefore(list[middle]!, item)) at = middle + 1
    else end = middle
  }
  return at
}

export function indexItems(items: readonly Item[]): ItemIndex {
  const byDate = inListOrder(items)
  return {
    byId: new Map(items.map((item) => [item.id, item])),
    byDate,
    groups: groupsOf((name) => group(byDate, name)),
  }
}

/** The index after some items have changed. Lists that none of them was or is in stay the same arrays, so that what was made of them can be kept (archive.ts). */
export function replaceInIndex(index: ItemIndex, { before, after }: ChangedItems): ItemIndex {
  const byId = new Map(index.byId)
  for (const { id } of before) byId.delete(id)
  for (const item of after) byId.set(item.id, item)
  const [gone, come] = [groupsOf((name) => group(before, name)), groupsOf((name) => group(after, name))]
  const groups = groupsOf((name) => {
    const changed = new Map(index.groups[name])
    for (const key of new Set([...gone[name].keys(), ...come[name].keys()])) {
      const list = replaceIn(changed.get(key) ?? [], gone[name].get(key) ?? [], come[name].get(key) ?? [])
      if (list.length === 0) changed.delete(key)
      else changed.set(key, list)
    }
    return changed
  })
  return { byId, byDate: replaceIn(index.byDate, before, after), groups }
}

function replaceIn(list: readonly Item[], gone: readonly Item[], come: readonly Item[]): Item[] {
  const ids = new Set(idsOf(gone))
  const rest = ids.size === 0 ? [...list] : list.filter(({ id }) => !ids.has(id))
  for (const item of come) rest.splice(placeIn(rest, item), 0, item)
  return rest
}

const groupsOf = (make: (name: GroupName) => Groups) =>
  Object.fromEntries(GROUP_NAMES.map((name) => [name, make(name)])) as ItemIndex['groups']

const group = (items: readonly Item[], name: GroupName): Groups => groupRows<Item, Key>(items, KEYS[name])

/** Groups rows by the keys that each names, once per key; groups keep the order of the rows. */
export function groupRows<Row, Key>(rows: readonly Row[], keysOf: (row: Row) => Iterable<Key>): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>()
  for (const row of rows) {
    for (const key of new Set(keysOf(row))) {
      const group = groups.get(key)
      if (group) group.push(row)
      else groups.set(key, [row])
    }
  }
  return groups
}
