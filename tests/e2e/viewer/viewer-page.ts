import type { Page } from 'playwright'
import { beforeAll } from 'vitest'
import type { Item } from '#contract/item.ts'
import { itemAddress } from '#rules/addresses/page-addresses.ts'
import { useSite, type Look } from '../browser/site.ts'

export const dialog = (page: Page) => page.getByRole('dialog')
/** Waits for the picture in the viewer. */
export const shown = (page: Page) => page.locator('dialog[data-state=shown]').waitFor()
export const scale = async (page: Page) => Number.parseFloat(await page.locator('.viewer-scale').innerText())
export const numberOf = (page: Page) => dialog(page).getByRole('status').first().innerText()
export const picture = (page: Page) => page.locator('.viewer-stage').screenshot()

/** The arrow's style and whether it is clickable at this time of its animation, without waiting. */
export async function arrowAt(page: Page, arrow: string, milliseconds: number): Promise<string> {
  return page.locator(arrow).evaluate((element, at) => {
    for (const animation of element.getAnimations({ subtree: true })) {
      animation.pause()
      animation.currentTime = at
    }
    return `${getComputedStyle(element.querySelector('svg')!).opacity} ${getComputedStyle(element).pointerEvents}`
  }, milliseconds)
}

/** An item with several pictures, on its page and in the viewer. */
export function useViewer() {
  const site = useSite()
  let item: Item
  beforeAll(async () => {
    const { results } = (await (await fetch(`${site.baseUrl}/api/items/?page_size=100`)).json()) as { results: Item[] }
    item = results.find(({ item_scans }) => item_scans!.length >= 2)!
  })
  const openPage = (look: Look = {}, hash = '') => site.open(itemAddress(item.id) + hash, look)
  return {
    item: () => item,
    count: () => item.item_scans!.length,
    address: () => site.baseUrl + itemAddress(item.id),
    openPage,
    /** Opened by a click, or by an address that names a picture. */
    async openViewer(look: Look = {}, hash = ''): Promise<Page> {
      const page = await openPage(look, hash)
      if (hash === '') await page.locator('#picture-1').click()
      await shown(page)
      return page
    },
  }
}
