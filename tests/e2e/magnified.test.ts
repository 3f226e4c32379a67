import { beforeAll, expect, test } from 'vitest'
import { ADDRESS, itemAddress, zoneAddress } from '#rules/addresses/page-addresses.ts'
import { findTrail, type Trail } from './browser/records.ts'
import { useSite } from './browser/site.ts'

const site = useSite()
let trail: Trail
beforeAll(async () => {
  trail = await findTrail(site.baseUrl)
})

/** CSS pixels that a pointer needs each way (WCAG 2.5.8). */
const POINTER = 24

test('at 400 % the header scrolls away, and nothing else stays over the text', async () => {
  const page = await site.open(itemAddress(trail.item.id), { width: 320 })
  // A window of 1280 x 1024.
  await page.setViewportSize({ width: 320, height: 256 })
  for (const address of [itemAddress(trail.item.id), zoneAddress(trail.location), ADDRESS.collection, ADDRESS.people]) {
    await page.goto(site.baseUrl + address)
    await page.evaluate(() => scrollTo(0, innerHeight * 4))
    await expect.poll(async () => (await page.getByRole('banner').boundingBox())!.y).toBeLessThan(-100)
    const staying = await page.evaluate(() =>
      [...document.querySelectorAll('body *')].flatMap((part) => {
        const { position } = getComputedStyle(part)
        const { height, top } = part.getBoundingClientRect()
        const isOver = ['fixed', 'sticky'].includes(position) && top >= 0 && top < innerHeight
        return isOver && height > innerHeight / 4 ? [part.outerHTML.slice(0, 80)] : []
      }),
    )
    expect(staying, address).toEqual([])
  }
})

test('breadcrumbs and links of the footer are large enough for a pointer', async () => {
  const page = await site.open(itemAddress(trail.item.id))
  const sizes = await page.locator('nav.trail a, .site-footer a').evaluateAll((links) =>
    links.map((link) => {
      const { width, height } = link.getBoundingClientRect()
      return { text: link.textContent, least: Math.min(width, height) }
    }),
  )
  expect(sizes.length).toBeGreaterThan(5)
  expect(sizes.filter(({ least }) => least < POINTER)).toEqual([])
})
