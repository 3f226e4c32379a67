import type { Locator } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Item } from '#contract/item.ts'
import { itemAddress } from '#rules/addresses/page-addresses.ts'
import { playerAddress } from '#rules/media/videos.ts'
import { society } from '#society'
import { expectFitsEverywhere, expectNoSidewaysScroll, type Look, useSite } from './browser/site.ts'
import { seldom } from '../setup/seldom.ts'

/** Id of tests/fixtures: an item that no built page knows. */
const LATE = 900101
const site = useSite()
let film: Item
let photo: Item
beforeAll(async () => {
  const items = async (type: string) => {
    const answer = await fetch(`${site.baseUrl}/api/items/?type=${type}&page_size=100&visibility=published`)
    return ((await answer.json()) as { results: Item[] }).results
  }
  film = (await items('video')).find(({ externalRecordURL }) => playerAddress(externalRecordURL, society.embeds))!
  photo = (await items('photograph')).find(({ item_scans, subject, collection }) => item_scans.length > 0 && subject.length > 0 && collection)! // prettier-ignore
})

const CLIPBOARD: Look = { prepare: (context) => context.grantPermissions(['clipboard-read', 'clipboard-write']) }
async function openTools(look?: Look, id = photo.id) {
  const page = await site.open(itemAddress(id), look)
  const tools = page.getByRole('region', { name: 'Use this item' })
  // Opens them, also without a script.
  await page.getByRole('link', { name: 'Cite', exact: true }).click()
  await tools.getByText('Permanent link', { exact: true }).waitFor()
  return { page, tools }
}

describe('an item', () => {
  test('with its tools open is accessible and fits at every width', async () => {
    const { page } = await openTools()
    await expectFitsEverywhere(page)
  })

  test('shows its title on the first screen, under the picture and above its actions', async () => {
    const page = await site.open(itemAddress(photo.id))
    const bottom = async (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect().bottom)
    const [picture, title, cite] = [
      await bottom(page.locator('.stage img')),
      await bottom(page.getByRole('heading', { level: 1 })),
      await bottom(page.getByRole('link', { name: 'Cite', exact: true })),
    ]
    expect([picture, title, cite]).toEqual([picture, title, cite].toSorted((a, b) => a - b))
    expect(title).toBeLessThan(page.viewportSize()!.height)
  })

  test('is cited with the day on which it was read, and its link copied: the button says so for a moment', async () => {
    const { page, tools } = await openTools(CLIPBOARD)
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    const mla = tools.getByRole('button', { name: 'Copy the citation (MLA)' })
    await mla.click()
    await tools.getByRole('status').filter({ hasText: 'Copied' }).waitFor()
    expect(await copied()).toMatch(/\/itemview\/\d+\/\. Accessed \d{1,2} \w+\.? \d{4}\.$/)
    expect(await copied()).toContain(photo.title.slice(0, 20))
    // At once, while the first still says so: a change that is read out.
    await tools.getByRole('button', { name: 'Copy the permanent link' }).click()
    await tools.getByRole('status').filter({ hasText: 'Copied the permanent link' }).waitFor()
    await mla.waitFor()
    await expect.poll(copied).toMatch(new RegExp(`^https?://[^/]+${itemAddress(photo.id)}$`))
  })

  test('is shared: by the sheet of the system, or else its link is copied', async () => {
    const page = await site.open(itemAddress(photo.id), CLIPBOARD)
    await page.getByRole('button', { name: 'Share' }).click()
    await page.getByRole('button', { name: 'Link copied' }).waitFor()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(new URL(link).pathname).toBe(itemAddress(photo.id))
    await page.evaluate(() =>
      Object.defineProperty(navigator, 'share', {
        value: ({ url }: ShareData) => Promise.resolve((document.title = url!)),
      }),
    )
    await page.getByRole('button', { name: 'Share' }).click()
    await expect.poll(() => page.title()).toBe(link)
  })

  test('leads to the previous and next of the list that one came from, and of its collection otherwise', async () => {
    const page = await site.open('/collection/')
    const titles = page.locator('.results-body h3 a')
    const hrefs = await titles.evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
    await titles.nth(1).click()
    const near = page.getByRole('navigation', { name: 'Previous and next item' })
    const places = async () =>
      near
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
    await page.waitForURL(`**${hrefs[1]}`)
    expect(await places()).toEqual([hrefs[0], hrefs[2]])
    await near.getByRole('link', { name: 'Previous' }).click()
    await page.waitForURL(`**${hrefs[0]}`)
    expect((await places()).at(-1)).toBe(hrefs[1])
    await page.goto(site.baseUrl + hrefs.at(-1)!)
    const last = await places()
    expect(last[0]).toBe(hrefs.at(-2))
    await page.evaluate(() => sessionStorage.clear())
    await page.reload()
    // Beyond the ends of the list the collection goes on.
    const ofCollection = await places()
    expect(ofCollection[0]).not.toBe(hrefs.at(-2))
    expect(last.at(-1)).toBe(ofCollection.at(-1))
  })

  seldom('is copied from a selection where the page may not use the clipboard', async () => {
    const { page, tools } = await openTools()
    await page.evaluate(() =>
      Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('no')) } }),
    )
    await tools.getByRole('button', { name: 'Copy the citation (Chicago)' }).click()
    await expect.poll(() => page.evaluate(() => String(getSelection()))).toContain(photo.title.slice(0, 20))
    expect(await tools.getByRole('status').innerText()).not.toBe('')
  })

  test('can be read, kept and linked to without a script', async () => {
    const { page, tools } = await openTools({ javaScript: false })
    const link = tools.getByRole('link', { name: new RegExp(`${itemAddress(photo.id)}$`) })
    expect(new URL((await link.getAttribute('href'))!).pathname).toBe(itemAddress(photo.id))
    expect(await tools.getByText('Accessed').count()).toBe(0)
    expect(await tools.getByRole('button').count()).toBe(0)
    const picture = page.getByRole('link', { name: /^Download .*JPEG/ }).first()
    const answer = await page.request.get(site.baseUrl + (await picture.getAttribute('href'))!)
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/jpeg'])
  })
})

seldom('an item that is newer than the last build has its tools in the live shell, but no manifest yet', async () => {
  const { page, tools } = await openTools(CLIPBOARD, LATE)
  expect(await tools.getByText('IIIF manifest').count()).toBe(0)
  await tools.getByRole('button', { name: 'Copy the citation (Plain)' }).click()
  await tools.getByRole('status').filter({ hasText: 'Copied' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    '“The Late Post, first issue,” newspaper, 1 March 1902',
  )
})

describe('a video of another site', () => {
  const openFilm = async (look?: Look) => {
    const asked: string[] = []
    const page = await site.open(itemAddress(film.id), {
      ...look,
      prepare: async (context) => {
        context.on('request', (request) => {
          if (!request.url().startsWith(site.baseUrl)) asked.push(request.url())
        })
      },
    })
    return { page, asked, card: page.getByRole('region', { name: /^Video at / }) }
  }

  test('asks nothing of that site before the visitor agrees; then its player has the focus', async () => {
    const { page, asked, card } = await openFilm()
    await card.scrollIntoViewIfNeeded()
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(() => setTimeout(idle, 300))))
    expect(asked).toEqual([])
    await card.getByRole('button', { name: 'Show the video here' }).click()
    const frame = card.locator('iframe')
    await frame.waitFor()
    const player = playerAddress(film.externalRecordURL, society.embeds)!
    await expect.poll(() => asked).toEqual([player])
    expect(await frame.evaluate((each: HTMLIFrameElement) => [each.title, each.src, each === document.activeElement])).toEqual([film.title, player, true]) // prettier-ignore
    expect(await card.getByRole('link', { name: /^Open it at / }).getAttribute('href')).toBe(film.externalRecordURL)
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 })
      await expectNoSidewaysScroll(page)
    }
  })

  test('is a link where no script runs', async () => {
    const { asked, card } = await openFilm({ javaScript: false })
    expect(await card.getByRole('button').count()).toBe(0)
    expect(await card.getByRole('link').getAttribute('href')).toBe(film.externalRecordURL)
    expect(asked).toEqual([])
  })
})
