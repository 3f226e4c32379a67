import type { Link } from '#rules/addresses/page-addresses.ts'
import { searchText } from '#rules/search/search-text.ts'

/** A line of an index. `letter` is A to Z or `#`, `group` its heading, `key` the sort key. */
export interface IndexEntry extends Link {
  note: string
  /** Path of a small picture on the API. */
  portrait?: string
  key: string
  group: string
  /** By default the first letter of the group. */
  letter?: string
  /** How many items it has. An overview lists the entries with the most items if they say so, otherwise the largest groups. */
  items?: number
  /** Another name of an entry, which is not counted again. */
  see?: true
}
export interface EntryGroup {
  id: string
  heading: string
  letter: string
  entries: (Link & Pick<IndexEntry, 'note' | 'portrait'>)[]
}
/** A letter of the jump list; `href` is empty if it has no entries. */
export interface LetterLink {
  letter: string
  href: string
  count: number
}
/** One page of an index. A long index has a page per letter, and its first page links to them in `overview`. */
export interface IndexPage {
  address: string
  letter: string
  letters: LetterLink[]
  groups: EntryGroup[]
  overview: { letter: string; href: string; count: number; groups: (Link & { count: number })[] }[]
  /** Entries on this page. */
  count: number
  total: number
  previous: Link | null
  next: Link | null
}

/** Maximum entries per page: about 90 kB before compression (issue "a pleasure to browse"). */
export const INDEX_LINES = 900
const OVERVIEW_LINES = 12

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true, ignorePunctuation: true })
export const compareNames = (a: string, b: string) => collator.compare(a, b)

/** The index letter of a text, ignoring accents, strokes (Ø, Ł, Đ, Æ) and leading punctuation; `#` if there is none. */
export function letterOf(text: string): string {
  const first = /[\p{L}\p{N}]/u.exec(text)?.[0] ?? ''
  const letter = searchText(first)[0]?.toUpperCase() ?? ''
  return /^[A-Z]$/.test(letter) ? letter : '#'
}

/** Lower-case letters and digits, for URLs and ids. */
export const slug = (text: string) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'other'

const countOf = (entries: readonly IndexEntry[]) => entries.filter(({ see }) => !see).length

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '#']
const letterSlug = (letter: string) => (letter === '#' ? 'other' : letter.toLowerCase())

/** Groups consecutive entries by heading. Headings with the same slug get numbers. */
function groupEntries(entries: readonly IndexEntry[]): EntryGroup[] {
  const groups: EntryGroup[] = []
  const ids = new Set<string>()
  for (const { href, text, note, portrait, group, letter = letterOf(group) } of entries) {
    let last = groups.at(-1)
    if (last?.heading !== group) {
      let id = slug(group)
      for (let again = 2; ids.has(id); again++) id = `${slug(group)}-${again}`
      ids.add(id)
      groups.push((last = { id, heading: group, letter, entries: [] }))
    }
    last.entries.push({ href, text, note, ...(portrait && { portrait }) })
  }
  return groups
}

/** The pages of an index; `address` is the first. Stable: equal keys keep the order of the rows. */
export function indexPages(address: string, rows: readonly IndexEntry[], most = INDEX_LINES): IndexPage[] {
  const entries = rows
    .map((entry) => ({ ...entry, letter: entry.letter ?? letterOf(entry.group || entry.key) }))
    .sort(
      (a, b) =>
        LETTERS.indexOf(a.letter) - LETTERS.indexOf(b.letter) ||
        compareNames(a.group, b.group) ||
        compareNames(a.key, b.key),
    )
  const byLetter = LETTERS.map((letter) => ({ letter, own: entries.filter((entry) => entry.letter === letter) }))
  const split = entries.length > most
  const pageOf = (letter: string) => `${address}${letterSlug(letter)}/`
  const letters = byLetter.map(({ letter, own }) => ({
    letter,
    href: own.length === 0 ? '' : split ? pageOf(letter) : `#${letterSlug(letter)}`,
    count: countOf(own),
  }))
  const common = { letters, total: countOf(entries), previous: null, next: null }
  if (!split) {
    return [{ ...common, address, letter: '', groups: groupEntries(entries), overview: [], count: common.total }]
  }
  const present = byLetter.filter(({ own }) => own.length > 0)
  const first: IndexPage = {
    ...common,
    address,
    letter: '',
    groups: [],
    overview: present.map(({ letter, own }) => ({
      letter,
      href: pageOf(letter),
      count: countOf(own),
      groups: overviewOf(pageOf(letter), own, most),
    })),
    count: 0,
  }
  const parts = present.flatMap(({ letter, own }) => {
    const pages = Math.ceil(own.length / most)
    return Array.from({ length: pages }, (_, at) => ({
      letter,
      address: at === 0 ? pageOf(letter) : `${pageOf(letter)}${at + 1}/`,
      text: pages === 1 ? letter : `${letter}, part ${at + 1}`,
      own: own.slice(at * most, (at + 1) * most),
    }))
  })
  const link = (at: number): Link | null => (parts[at] ? { href: parts[at].address, text: parts[at].text } : null)
  const pages = parts.map((part, at): IndexPage => ({
    ...common,
    address: part.address,
    letter: part.text,
    groups: groupEntries(part.own),
    overview: [],
    count: countOf(part.own),
    previous: link(at - 1),
    next: link(at + 1),
  }))
  return [first, ...pages]
}

/** What stands out under a letter, alphabetically: its entries with the most items, or its largest groups with links to their headings. */
function overviewOf(page: string, entries: readonly IndexEntry[], most: number): (Link & { count: number })[] {
  const counted = entries.flatMap(({ href, text, items }) =>
    items === undefined ? [] : [{ href, text, count: items }],
  )
  return (counted.length > 0 ? counted : groupLinks(page, entries, most))
    .sort((a, b) => b.count - a.count || compareNames(a.text, b.text))
    .slice(0, OVERVIEW_LINES)
    .sort((a, b) => compareNames(a.text, b.text))
}

function groupLinks(page: string, entries: readonly IndexEntry[], most: number): (Link & { count: number })[] {
  const links = new Map<string, Link & { count: number }>()
  for (let from = 0; from < entries.length; from += most) {
    const address = from === 0 ? page : `${page}${from / most + 1}/`
    for (const { id, heading, entries: own } of groupEntries(entries.slice(from, from + most))) {
      const known = links.get(heading)
      if (known) known.count += own.length
      else links.set(heading, { href: `${address}#${id}`, text: heading, count: own.length })
    }
  }
  return [...links.values()]
}
