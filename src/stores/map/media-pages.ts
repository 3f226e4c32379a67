import * as v from 'valibot'
import type { Client } from '#client/client.ts'
import { item } from '#contract/item.ts'
import { PAGING, pagesOf } from '#contract/limits.ts'
import { zoneItem } from '#rules/item-lists.ts'
import { itemSpan } from '#rules/partial-dates.ts'
import type { Picture } from '#rules/pictures.ts'
import { inTimeRange } from '#rules/time-range.ts'
import { MAP_DATA, type ZoneItem } from '#rules/zone-overview.ts'
import { listPage, rowsOf } from '../shared/rows.ts'
import { datesOf, sentYears, type Years } from '../shared/years.ts'
import type { MediaState } from './map-stores.ts'
import type { MapParts } from './parts.ts'

export type MediaPage = Extract<MediaState, { state: 'ready' }>
/** Which page of which items: pages count from 1. */
export interface MediaWish {
  zone: number
  years: Years
  page: number
}

/** A page through the API; the last one where there are fewer than wished. Throws what the client throws, and for an answer that is no page. */
export async function readMediaPage(
  client: Client,
  { zone, years, page }: MediaWish,
  thisYear: number,
  signal: AbortSignal,
): Promise<MediaPage> {
  const query = {
    page,
    page_size: PAGING.tabs,
    location: zone,
    visibility: 'published',
    date: sentYears(years, thisYear),
  }
  const { count, results } = v.parse(listPage, await client.read('items', { query, signal }))
  const pages = pagesOf(count, PAGING.tabs)
  if (page > pages) return readMediaPage(client, { zone, years, page: pages }, thisYear, signal)
  const items = rowsOf(item, results)
    .filter(({ visibility }) => visibility === 'published')
    .map((each) => zoneItem(each, (id) => client.address('scanImage', { path: { id } })))
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
}) satisfies v.GenericSchema<unknown, ZoneItem>
const file = v.object({ items: v.array(v.unknown()) })

/** The same from the last build. Rejects when that has no such zone. */
export async function builtMediaPage(
  data: MapParts['data'],
  { zone, years, page }: MediaWish,
  thisYear: number,
): Promise<MediaPage> {
  const { items } = v.parse(file, await data(MAP_DATA.zone(zone)))
  const range = datesOf(years)
  const found = items.filter(
    (each): each is ZoneItem => v.is(row, each) && inTimeRange(itemSpan(each.dateStart, each.dateEnd), range, thisYear),
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
