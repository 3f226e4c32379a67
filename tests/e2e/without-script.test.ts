import { beforeAll, describe, expect, inject, test } from 'vitest'
import type { Collection } from '#contract/collection.ts'
import {
  ADDRESS,
  collectionAddress,
  itemAddress,
  organizationAddress,
  personAddress,
  zoneAddress,
} from '#rules/addresses/page-addresses.ts'
import { findTrail } from './browser/records.ts'
import type { Trail } from './browser/records.ts'
import { useSite } from './browser/site.ts'

const site = useSite()
let trail: Trail
beforeAll(async () => {
  trail = await findTrail(site.baseUrl)
})

describe('a browser that runs no script', () => {
  test('reads every kind of record and goes from one to the other', async () => {
    const { item, person, organization, location } = trail
    const steps = [ADDRESS.places, zoneAddress(location), itemAddress(item.id), personAddress(person)]
    const page = await site.open('/', { javaScript: false })
    await page.getByRole('contentinfo').locator(`a[href="${ADDRESS.places}"]`).click()
    for (const [at, address] of steps.entries()) {
      expect(new URL(page.url()).pathname).toBe(address)
      const next = [...steps, organizationAddress(organization)][at + 1]!
      const link = page.getByRole('main').locator(`a[href="${next}"]:visible`).first()
      // A zone with more items than a page shows leads on to the rest.
      if ((await link.count()) === 0) await page.goto(site.baseUrl + next)
      else await link.click()
      await page.waitForURL(site.baseUrl + next)
      expect((await page.getByRole('heading', { level: 1 }).innerText()).length).toBeGreaterThan(0)
    }
  })

  test('sees no control that does nothing', async () => {
    for (const address of ['/', ADDRESS.collection, itemAddress(trail.item.id), personAddress(trail.person)]) {
      const page = await site.open(address, { javaScript: false })
      const buttons = page.locator('button:visible')
      for (const button of await buttons.all())
        expect(await button.getAttribute('type'), `${address}: ${await button.innerText()}`).toBe('submit')
    }
  })

  test('is told what to do about searching', async () => {
    const page = await site.open('/', { javaScript: false })
    await page.getByRole('banner').getByLabel('Search the archive').fill('harbour')
    await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
    await page.waitForURL('**/search/?q=harbour')
    const words = await page.getByRole('main').innerText()
    expect(words).toMatch(/JavaScript|script/i)
    expect(await page.getByRole('navigation', { name: 'Ways into the archive' }).isVisible()).toBe(true)
  })

  test('goes down from a collection to those below it, and up again', async () => {
    const collections = (await (await fetch(`${site.baseUrl}/api/collections/`)).json()) as Collection[]
    const child = collections.find(({ parent_collection }) => parent_collection)!
    const parent = collections.find(({ id }) => id === child.parent_collection)!
    const page = await site.open(collectionAddress(parent.id), { javaScript: false })
    const main = page.getByRole('main')
    await main.getByRole('link', { name: child.collection_name, exact: true }).click()
    await main.getByRole('heading', { level: 1, name: child.collection_name }).waitFor()
    await main.getByRole('link', { name: parent.collection_name, exact: true }).click()
    await page.waitForURL(site.baseUrl + collectionAddress(parent.id))
  })

  test('finds every item of the archive by links alone', async () => {
    const { items: count } = inject('published')
    const found = new Set<string>()
    const seen = new Set<string>()
    const queue: string[] = [ADDRESS.decades]
    for (let address = queue.shift(); address; address = queue.shift()) {
      if (seen.has(address)) continue
      seen.add(address)
      const html = await (await fetch(site.baseUrl + address)).text()
      for (const [, href] of html.matchAll(/<a\b[^>]*?href="(\/[^"#?]*)"/g)) {
        if (href!.startsWith('/itemview/')) found.add(href!)
        else if (href!.startsWith('/decades/')) queue.push(href!)
      }
    }
    // Two items were published after the build; a journey that publishes brings them.
    expect(count - found.size).toBeLessThanOrEqual(2)
    expect(found.size).toBeLessThanOrEqual(count)
  })
})
