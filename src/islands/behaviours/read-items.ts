import type { Client } from '#client/client.ts'
import { PAGING } from '#contract/limits.ts'
import { GALLERY_BOX, itemSummary, type ItemSummary } from '#views/item-lists.ts'

/** One page of published items in date order (spec §7: 5 per page) and their total. `query` is the filter, such as `location=12`. */
export async function readItems(
  client: Client,
  query: string,
  page: number,
  signal?: AbortSignal,
): Promise<{ count: number; items: ItemSummary[] }> {
  const filter = Object.fromEntries(new URLSearchParams(query))
  const { count, results } = await client.call('items', {
    query: { ...filter, page, page_size: PAGING.tabs, visibility: 'published' },
    signal,
  })
  const published = results.filter((item) => item.visibility === 'published')
  const person = Number(filter.people_or) || undefined
  return { count, items: published.map((item) => itemSummary(item, client.base, GALLERY_BOX, person)) }
}
