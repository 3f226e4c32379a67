import { atom, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import type { Client } from '#client/client.ts'
import { item } from '#contract/item.ts'
import { PAGING, pagesOf } from '#contract/limits.ts'
import { itemSummary, type ItemSummary } from '#views/item-lists.ts'
import { itemSpan, inTimeRange } from '#rules/dates/partial-dates.ts'
import type { Picture } from '#rules/media/pictures.ts'
import { MAP_DATA } from '#rules/addresses/page-addresses.ts'
import { createDebounce } from '../shared/debounce.ts'
import { apiOrBuilt } from '../shared/api-or-built.ts'
import { type Years, dateRangeOf, yearsParam } from '../shared/years.ts'
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
  const query = {
    page,
    page_size: PAGING.tabs,
    location: zone,
    visibility: 'published',
    date: yearsParam(years, thisYear),
  }
  const { count, results } = v.parse(listPage, await client.read('items', { query, signal }))
  const pages = pagesOf(count, PAGING.tabs)
  if (page > pages) return readMediaPage(client, { zone, years, page: pages }, thisYear, signal)
  const items = validRows(item, results)
    .filter(({ visibility }) => visibility === 'published')
    .map((each) => itemSummary(each, client.base))
  return { state: 'ready', page, pages, count, items, source: 'api' }
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
  const range = dateRangeOf(years)
  const found = items.filter(
    (each): each is ItemSummary =>
      v.is(row, each) && inTimeRange(itemSpan({ date_start: each.dateStart, date_end: each.dateEnd }), range, thisYear),
  )
  const pages = pagesOf(found.length, PAGING.tabs)
  const shown = Math.min(page, pages)
  return {
    state: 'ready',
    page: shown,
    pages,
    count: found.length,
    items: found.slice((shown - 1) * PAGING.tabs, shown * PAGING.tabs),
    source: 'snapshot',
  }
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
