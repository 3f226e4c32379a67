import type { Item } from '#contract/item.ts'
import { PAGING, pagesOf } from '#contract/limits.ts'
import { listPageAddress, type Link } from '#rules/addresses/page-addresses.ts'
import { dateRange, yearOf } from '#rules/dates/display-dates.ts'
import { itemSpan } from '#rules/dates/partial-dates.ts'
import { GALLERY_BOX, itemSummary, type RecordItems } from '#views/item-lists.ts'
import { picturedYears } from '#views/year-reading.ts'
import { memoizePerArchive } from '../archive.ts'

/** Items on the page of a person, organization or zone, and on each further page of their list. */
export const RECORD_LIST = 120

/** Pictures on top of a record's page, which its first tab does not show at once, and their largest size in CSS pixels. */
const STRIP = 6
const STRIP_BOX = { width: 320, height: 160 }

interface Source {
  /** In the order of lists. */
  rows: readonly Item[]
  address: string
  query: string
  /** Whose items these are, if they are a person's. */
  person?: number
}

/** What the record's own page lists. `api` is what precedes `/api/…`. */
export function recordItems({ rows, address, query, person }: Source, api: string, size = RECORD_LIST): RecordItems {
  return {
    items: rows.slice(0, size).map((row) => itemSummary(row, api, GALLERY_BOX, person)),
    count: rows.length,
    query,
    strip: stripOf(rows.slice(PAGING.tabs)).map((row) => itemSummary(row, api, STRIP_BOX, person)),
    pictured: picturedYears(rows),
    ...(rows.length > size && { pages: pageLinks(address, rows, size) }),
  }
}

/** Each page of a list shows them: made anew, they would grow with the square of the list. */
const knownLinks = memoizePerArchive('page links', (_: readonly Item[]) => new Map<string, readonly Link[]>())

/** The pages of a list, each with its number and years: `2: 1893–1902`. */
export function pageLinks(address: string, ordered: readonly Item[], size: number): readonly Link[] {
  const known = knownLinks(ordered)
  const key = `${address} ${size}`
  const links = known.get(key) ?? makePageLinks(address, ordered, size)
  known.set(key, links)
  return links
}

const makePageLinks = (address: string, ordered: readonly Item[], size: number): Link[] =>
  Array.from({ length: pagesOf(ordered.length, size) }, (_, at) => ({
    href: listPageAddress(address, at + 1),
    text: `${at + 1}: ${yearsOf(ordered.slice(at * size, (at + 1) * size))}`,
  }))

function yearsOf(items: readonly Item[]): string {
  const dates = items.flatMap((item) => itemSpan(item)?.start ?? [])
  if (dates.length === 0) return 'undated'
  const [first, last] = [yearOf(Math.min(...dates)), yearOf(Math.max(...dates))]
  return first === last ? first : dateRange(first, last)
}

/** Evenly from all of those with pictures, so that it shows the span of time. */
function stripOf(items: readonly Item[]): Item[] {
  const pictured = items.filter((item) => item.item_scans.length > 0)
  const step = Math.max(1, pictured.length / STRIP)
  return Array.from({ length: Math.min(STRIP, pictured.length) }, (_, at) => pictured[Math.floor(at * step)]!)
}
