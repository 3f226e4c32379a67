import * as v from 'valibot'
import type { Client } from '#client/client.ts'
import { item } from '#contract/item.ts'
import { PAGING, pagesOf } from '#contract/limits.ts'
import { itemSummary, type ItemSummary } from '#views/item-lists.ts'
import { itemSpan } from '#rules/dates/partial-dates.ts'
import type { Picture } from '#rules/media/pictures.ts'
import { inTimeRange } from '#rules/dates/time-range.ts'
import { MAP_DATA } from '#rules/addresses/page-addresses.ts'
import { listPage, validRows } from '../shared/rows.ts'
import { dateRangeOf, yearsParam, type Years } from '../shared/years.ts'
import type { MediaState } from './map-stores.ts'
import type { MapDeps } from './deps.ts'

export type MediaPage = Extract<MediaState, { state: 'ready' }>
/** Pages count from 1. */
export interface MediaQuery {
  zone: number
  years: Years
  page: number
}

/** One page from the API; a page past the end becomes the last one. Throws what the client throws, and for an invalid answer. */
export async function readMediaPage(
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
export async function builtMediaPage(
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
