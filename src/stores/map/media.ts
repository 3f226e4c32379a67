import { atom, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import type { Client } from '#client/client.ts'
import { item } from '#contract/item.ts'
import { PAGING, pagesOf } from '#contract/limits.ts'
import { itemSummary, type ItemSummary } from '#views/item-lists.ts'
import { dateParts, itemSpan, inTimeRange } from '#rules/dates/partial-dates.ts'
import type { Picture } from '#rules/media/pictures.ts'
import { MAP_DATA } from '#rules/addresses/page-addresses.ts'
import { createDebounce } from '../shared/debounce.ts'
import { apiOrBuilt } from '../shared/api-or-built.ts'
import { type Years, dateRangeOf, OF_THE_TIME, wholeYears, yearsParam } from '../shared/years.ts'
import type { MapDeps } from './deps.ts'
import type { MediaState, ZoneSource } from './map-stores.ts'
import { listPage, validRows } from '../shared/rows.ts'

type MediaPage = Extract<MediaState, { state: 'ready' }>
/** Pages count from 1. */
interface MediaQuery {
  zone: number
  years: Years
  page: number
}

/** One page from the API; a page past the end becomes the last one. Throws what the client throws, and for an invalid answer. */
async function readMediaPage(
  client: Client,
  { zone, years, page }: MediaQuery,
  thisYear: number,
  signal: AbortSignal,
): Promise<MediaPage> {
  const date = isYear(years) ? undefined : yearsParam(years, thisYear)
  const ask = async (page: number, page_size: number) => {
    const query = { page, page_size, location: zone, visibility: 'published', date }
    const { count, results } = v.parse(listPage, await client.read('items', { query, signal }))
    const items = validRows(item, results)
      .filter(({ visibility }) => visibility === 'published')
      .map((each) => itemSummary(each, client.base))
    return { count, items, isLast: page * page_size >= count }
  }
  if (isYear(years)) {
    const all: ItemSummary[] = []
    for (let at = 1, isLast = false; !isLast && at <= MOST_PAGES; at++) {
      const read = await ask(at, PAGING.serverMaximum)
      all.push(...read.items)
      isLast = read.isLast
    }
    return pageOf(nearestFirst(all, years.start), page, 'api')
  }
  const { count, items } = await ask(page, PAGING.tabs)
  const pages = pagesOf(count, PAGING.tabs)
  if (page > pages) return readMediaPage(client, { zone, years, page: pages }, thisYear, signal)
  return { state: 'ready', page, pages, count, items, source: 'api' }
}

/** Of a zone with more items than on so many of the server's pages, those of a year are found among the first. */
const MOST_PAGES = 5
const isYear = ({ start, end }: Years) => start === end

/** What is of the time in order of its dates, then the others, undated last. */
export function nearestFirst<Row extends Pick<ItemSummary, 'dateStart' | 'dateEnd'>>(
  items: readonly Row[],
  year: number,
): Row[] {
  const away = ({ dateStart, dateEnd }: Row) => {
    const span = itemSpan({ date_start: dateStart, date_end: dateEnd })
    if (!span) return Infinity
    const years = Math.max(dateParts(span.start).year - year, year - dateParts(span.end).year)
    return years <= OF_THE_TIME ? 0 : years
  }
  return items.toSorted((a, b) => away(a) - away(b) || 0)
}

function pageOf(items: readonly ItemSummary[], wanted: number, source: MediaPage['source']): MediaPage {
  const pages = pagesOf(items.length, PAGING.tabs)
  const page = Math.min(wanted, pages)
  const shown = items.slice((page - 1) * PAGING.tabs, page * PAGING.tabs)
  return { state: 'ready', page, pages, count: items.length, items: shown, source }
}

const date = v.nullable(v.number())
const row = v.object({
  id: v.number(),
  href: v.string(),
  title: v.string(),
  type: v.string(),
  date: v.nullable(v.object({ text: v.string(), machine: v.nullable(v.string()) })),
  dateStart: date,
  dateEnd: date,
  picture: v.nullable(v.custom<Picture>((value) => typeof (value as { src?: unknown } | null)?.src === 'string')),
}) satisfies v.GenericSchema<unknown, ItemSummary>
const file = v.object({ items: v.object({ items: v.array(v.unknown()) }) })

/** The same from the last build. Rejects when it has no such zone. */
async function builtMediaPage(
  data: MapDeps['data'],
  { zone, years, page }: MediaQuery,
  thisYear: number,
): Promise<MediaPage> {
  const { items } = v.parse(file, await data(MAP_DATA.zone(zone))).items
  const range = dateRangeOf(isYear(years) ? wholeYears(thisYear) : years)
  const found = items.filter(
    (each): each is ItemSummary =>
      v.is(row, each) && inTimeRange(itemSpan({ date_start: each.dateStart, date_end: each.dateEnd }), range, thisYear),
  )
  return pageOf(isYear(years) ? nearestFirst(found, years.start) : found, page, 'snapshot')
}

/** Milliseconds after the slider's last move before items are requested. */
const WAIT = 250

type Deps = Pick<MapDeps, 'client' | 'data' | 'thisYear' | 'schedule'> & {
  $selected: ReadableAtom<number | null>
  $years: ReadableAtom<Years>
  $source: ReadableAtom<ZoneSource>
}

/** Items of the selected zone within the years, one page at a time (spec §2 "Images & Media"). */
export function createMedia({ client, data, thisYear, schedule, $selected, $years, $source }: Deps) {
  const $media = atom<MediaState>({ state: 'unselected' })
  const requests = apiOrBuilt(schedule, () => $source.get() === 'away')
  const debounce = createDebounce(schedule)

  async function load(page: number) {
    debounce.cancel()
    const zone = $selected.get()
    if (zone === null) return
    $media.set({ state: 'loading', page })
    const query = { zone, years: $years.get(), page }
    await requests.load(
      (signal) => readMediaPage(client, query, thisYear, signal),
      () => builtMediaPage(data, query, thisYear),
      (found) => $media.set(found ?? { state: 'failed', page }),
    )
  }

  $selected.listen((zone) => {
    requests.end()
    debounce.cancel()
    if (zone === null) $media.set({ state: 'unselected' })
    else void load(1)
  })
  $years.listen(() => {
    if ($selected.get() === null) return
    requests.end()
    $media.set({ state: 'loading', page: 1 })
    debounce.after(WAIT, () => void load(1))
  })
  // The API is back: replace what the last build showed.
  $source.listen((source) => {
    const now = $media.get()
    if (source !== 'api') return
    if (now.state === 'failed' || (now.state === 'ready' && now.source === 'snapshot')) void load(now.page)
  })

  return {
    $media,
    goToPage(page: number) {
      const now = $media.get()
      if (now.state === 'unselected' || !Number.isInteger(page)) return
      const wanted = Math.max(1, now.state === 'ready' ? Math.min(page, now.pages) : page)
      if (now.state !== 'failed' && wanted === now.page) return
      void load(wanted)
    },
  }
}
