import type { Page } from 'playwright'
import { describe, expect, inject, test } from 'vitest'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { demoLinks } from '#demo/settings.ts'
import { useSite } from './browser/site.ts'
import { sampleOf } from '../setup/length.ts'

const site = useSite()
const main = (page: Page) => page.getByRole('main')
const title = (page: Page) => main(page).getByRole('heading', { level: 1 }).innerText()

describe('a visitor wanders', () => {
  test('through the header and the footer', async () => {
    const page = await site.open('/')
    const header = page.getByRole('navigation', { name: 'Main' })
    const outside = { 'Main Website': 'mainWebsite', Donate: 'donate', Tutorial: 'tutorial' } as const
    for (const [name, key] of Object.entries(outside)) {
      const href = await header.getByRole('link', { name }).getAttribute('href')
      expect(new URL(href!).pathname, 'a page of the demo itself').toBe(demoLinks('')[key])
    }
    for (const [name, address] of [
      ['Collection', ADDRESS.collection],
      ['Map', ADDRESS.map],
    ] as const) {
      await header.getByRole('link', { name }).click()
      await page.waitForURL(site.baseUrl + address)
      expect(await header.getByRole('link', { name }).getAttribute('aria-current')).toBe('page')
    }
    expect(await page.getByRole('banner').getByRole('link', { name: 'Log In' }).isVisible()).toBe(true)
    // Of a page of reading: on the map its links move to the end of the side bar.
    await header.getByRole('link', { name: 'Collection' }).click()
    await page.waitForURL(site.baseUrl + ADDRESS.collection)
    const footer = page.getByRole('contentinfo')
    const inside = await footer.locator('a[href^="/"]').evaluateAll((links) => links.map((a) => a.getAttribute('href')))
    expect(inside.length).toBeGreaterThan(5)
    for (const href of inside) expect((await fetch(site.baseUrl + href)).status, String(href)).toBe(200)
  })

  test('and skips to the content with the keyboard', async () => {
    const page = await site.open('/collection/')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
  })
})

describe('a visitor browses', () => {
  test('everyone from A to Z, with years', async () => {
    const page = await site.open(ADDRESS.people)
    expect(await title(page)).toBe('People')
    const listed = new Set<string>()
    const letters = page.getByRole('navigation', { name: 'By letter' }).getByRole('link')
    const addresses = await letters.evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
    expect(addresses.length).toBeGreaterThan(5)
    for (const address of new Set(addresses.map((each) => each.split('#')[0]!))) {
      await page.goto(address)
      const people = main(page).locator('a[href^="/person-overview/"]')
      for (const href of await people.evaluateAll((links) => links.map((a) => a.getAttribute('href'))))
        listed.add(href!)
    }
    // One of them was published after the build.
    expect(listed.size).toBe(inject('published').people - 1)
    expect(await main(page).innerText()).toMatch(/\d{4}–\d{4}/)
  })

  test.each(
    sampleOf(
      [
        ['places', ADDRESS.places, /^\/zone-overview\/\d+\/$/],
        ['subjects', ADDRESS.subjects, /^\/subjects\/\d+\/$/],
        ['collections', ADDRESS.collections, /^\/collections\/\d+\/$/],
        ['decades', ADDRESS.decades, /^\/decades\/\d{4}s\/$/],
      ],
      3,
      2,
    ),
  )('by %s, down to an item', async (_, address, kind) => {
    const page = await site.open('/')
    // At the end of the page, or of the side bar once it is live (where a footer has no role).
    await page.locator('footer').locator(`a[href="${address}"]`).click()
    await page.waitForURL(site.baseUrl + address)
    const links = await main(page)
      .locator('a:visible')
      .evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? ''))
    const chosen = [...new Set(links.filter((href) => kind.test(href)))]
    expect(chosen.length).toBeGreaterThan(0)
    for (const href of chosen) {
      await page.goto(site.baseUrl + href)
      const item = main(page).locator('a[href^="/itemview/"]:visible').first()
      if ((await item.count()) === 0) continue
      await item.click()
      await page.waitForURL('**/itemview/*/', { waitUntil: 'domcontentloaded' })
      expect((await title(page)).length).toBeGreaterThan(0)
      return
    }
    throw new Error(`Nothing listed on ${address} leads to an item.`)
  })
})
