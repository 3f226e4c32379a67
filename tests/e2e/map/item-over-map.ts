import type { Locator, Page } from 'playwright'
import type { Item } from '#contract/item.ts'
import { itemAddress } from '#rules/addresses/page-addresses.ts'
import type { Look, Site } from '../browser/site.ts'
import { openMap, type LiveMap } from './live-map.ts'

/** Published items of a type with a place, with their first page in Images & Media. */
export async function readItems(baseUrl: string, query: string): Promise<Item[]> {
  const answer = await fetch(`${baseUrl}/api/items/?page_size=100&visibility=published&${query}`)
  return ((await answer.json()) as { results: Item[] }).results.filter(({ location }) => location)
}

export interface MapOfItem extends LiveMap {
  /** The link to the item in Images & Media. */
  link: Locator
  popup: Locator
}

export const itemPopup = (page: Page) => page.locator('dialog.item-popup')

/** The map with the item's place selected and, page by page, the item in Images & Media. */
export async function openMapOf(site: Site, item: Item, look: Look = {}, path = '/'): Promise<MapOfItem> {
  const live = await openMap(site, `${path}?base=osm&zone=${item.location!.id}`, look)
  const media = live.section('Images & Media')
  const link = media.locator(`a[href="${itemAddress(item.id)}"]`)
  await media.getByRole('list').first().waitFor()
  for (let page = 2; (await link.count()) === 0; page++) {
    await media.getByRole('button', { name: 'Next' }).click()
    await media.getByText(new RegExp(`^Page ${page} of`)).waitFor()
    await media.locator('.media[aria-busy=false]').waitFor()
  }
  return { ...live, link, popup: itemPopup(live.page) }
}

export const hasFocus = (element: Locator) => element.evaluate((each) => each === document.activeElement)
