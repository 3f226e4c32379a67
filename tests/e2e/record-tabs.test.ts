import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { EMPTY } from '#contract/messages.ts'
import { organizationAddress, personAddress, zoneAddress } from '#rules/addresses/page-addresses.ts'
import type { ZoneView } from '#views/zone.ts'
import { findBusyRecords, type BusyRecords } from './browser/busy-records.ts'
import { readZones } from './map/live-map.ts'
import { expectFitsEverywhere, expectNoSidewaysScroll, useSite } from './browser/site.ts'

/** Id of tests/fixtures/published-late: a person and an organization that no built page knows. */
const LATE = 900101
const site = useSite()
/** An organization, a zone and a person with more items than two pages of five. */
let busy: BusyRecords
/** A zone without items, but with owners. */
let bare: ZoneView
beforeAll(async () => {
  busy = await findBusyRecords(site.baseUrl)
  const zones = (await readZones(site.baseUrl)).filter(({ items }) => items === 0)
  const read = async (pk: number) => (await (await fetch(`${site.baseUrl}/data/zones/${pk}.json`)).json()) as ZoneView
  bare = (await Promise.all(zones.slice(0, 20).map(({ pk }) => read(pk)))).find(
    ({ ownership }) => ownership.length > 0,
  )!
})

const partsSeen = (page: Page) =>
  page
    .locator('.part-tabs > .part')
    .evaluateAll((parts) =>
      parts
        .filter(
          (part) => part.checkVisibility({ contentVisibilityAuto: true }) && part.getBoundingClientRect().height > 0,
        )
        .map((part) => part.querySelector('h2')!.id),
    )
const tabs = (page: Page) => page.getByRole('tab')
/** Scripts and calls of the API that the page asks for. */
function watchAsked(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (['script', 'fetch'].includes(request.resourceType())) asked.push(new URL(request.url()).pathname)
  })
  return asked
}

describe('the parts of a record', () => {
  test('are links to sections where no script runs: all of them are read', async () => {
    const page = await site.open(organizationAddress(busy.organization), { javaScript: false })
    expect(await partsSeenWithoutScript(page)).toEqual(['items', 'locations', 'people'])
    await page
      .getByRole('navigation', { name: 'On this page' })
      .getByRole('link', { name: /^People/ })
      .click()
    await expect.poll(() => new URL(page.url()).hash).toBe('#people')
    expect(await partsSeenWithoutScript(page)).toEqual(['items', 'locations', 'people'])
    await expectNoButtons(page)
  })

  test('are one at a time from the first paint, and tabs once they are pointed at: nothing moves', async () => {
    const page = await site.open('/about/')
    const asked = watchAsked(page)
    await page.goto(site.baseUrl + organizationAddress(busy.organization))
    expect(await partsSeen(page)).toEqual(['items'])
    expect(asked).toEqual([])
    const row = page.locator('nav.parts')
    // Without the pictures, which come when they are made; their boxes are among these.
    const places = () =>
      page
        .locator('main :not(img)')
        .evaluateAll((all) => all.map((each) => JSON.stringify(each.getBoundingClientRect())).join())
    const before = await places()
    await row.hover()
    await tabs(page).first().waitFor()
    expect(await places()).toBe(before)
    expect(asked).toHaveLength(1)
    expect(await tabs(page).allInnerTexts()).toEqual([
      expect.stringMatching(/^Items/),
      expect.stringMatching(/^Locations/),
      expect.stringMatching(/^People/),
    ])
  })

  test('open on the first with something in it, and choosing another does not move the page', async () => {
    const page = await site.open(zoneAddress(bare.pk))
    expect(await partsSeen(page)).toEqual([bare.heritage.length + bare.plaques.length > 0 ? 'heritage' : 'ownership'])
    await page.goto(site.baseUrl + zoneAddress(busy.zone))
    const scrolled = () => page.evaluate(() => Math.round(scrollY))
    // The first press comes before any script.
    await page.locator('nav.parts').evaluate((row) => scrollTo(0, row.getBoundingClientRect().top + scrollY - 300))
    const before = await scrolled()
    await page
      .locator('nav.parts a')
      .last()
      .evaluate((link: HTMLElement) => link.click())
    await page.getByRole('tab', { name: /^Organizations/, selected: true }).waitFor()
    expect(await scrolled()).toBe(before)
    await tabs(page).nth(1).click()
    expect([await partsSeen(page), await scrolled()]).toEqual([['heritage'], before])
  })

  test('are walked by arrow keys with one stop for the Tab key; the address names the one that is shown', async () => {
    const page = await site.open(zoneAddress(busy.zone))
    await page.locator('nav.parts a').first().focus()
    await tabs(page).first().waitFor()
    const entries = await page.evaluate(() => history.length)
    const { keyboard } = page
    const now = async () => [
      new URL(page.url()).hash,
      await partsSeen(page),
      await page.evaluate(() => document.activeElement!.id),
    ]
    await keyboard.press('ArrowRight')
    expect(await now()).toEqual(['#heritage', ['heritage'], 'tab-heritage'])
    await keyboard.press('End')
    expect(await now()).toEqual(['#organizations', ['organizations'], 'tab-organizations'])
    await keyboard.press('ArrowRight')
    expect(await now()).toEqual(['#items', ['items'], 'tab-items'])
    await keyboard.press('ArrowLeft')
    await keyboard.press('ArrowLeft')
    expect(await now()).toEqual(['#ownership', ['ownership'], 'tab-ownership'])
    expect(await page.evaluate(() => history.length)).toBe(entries)
    // The Tab key leads on to the part, not to the next tab.
    await keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement!.id)).toBe('part-ownership')
    await page.getByRole('tabpanel', { name: /^Land Ownership/ }).waitFor()
    await page.reload()
    expect(await partsSeen(page)).toEqual(['ownership'])
  })

  test('an address opens its part, before a script has come and after', async () => {
    // On a phone the row of tabs of a zone takes two lines.
    const page = await site.open(`${zoneAddress(busy.zone)}#ownership`, { width: 390 })
    const isRowSeen = () => page.locator('nav.parts').evaluate((row) => row.getBoundingClientRect().top >= 0)
    expect([await partsSeen(page), await isRowSeen()]).toEqual([['ownership'], true])
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${site.baseUrl}${personAddress(busy.person)}#employment`)
    expect([await partsSeen(page), await isRowSeen()]).toEqual([['employment'], true])
    await page.evaluate(() => (location.hash = '#ownership'))
    expect(await partsSeen(page)).toEqual(['ownership'])
    await page.locator('nav.parts').hover()
    await page.getByRole('tab', { name: /^Land Ownership/, selected: true }).waitFor()
    await page.evaluate(() => (location.hash = '#employment'))
    await page.getByRole('tab', { name: /^Employment/, selected: true }).waitFor()
    expect(await partsSeen(page)).toEqual(['employment'])
    await page.goBack()
    await page.getByRole('tab', { name: /^Land Ownership/, selected: true }).waitFor()
    expect(await partsSeen(page)).toEqual(['ownership'])
  })

  test('that are not shown can be found in, and are printed', async () => {
    const page = await site.open(organizationAddress(busy.organization))
    await page.locator('nav.parts').hover()
    await tabs(page).first().waitFor()
    expect(await page.locator('.part[hidden=until-found]').count()).toBe(2)
    // What a browser does when it finds a text there.
    await page.locator('#part-people').evaluate((part) => part.dispatchEvent(new Event('beforematch')))
    expect(await partsSeen(page)).toEqual(['people'])
    await page.emulateMedia({ media: 'print' })
    expect(await partsSeen(page)).toEqual(['items', 'locations', 'people'])
    expect(await page.locator('.pagination').isVisible()).toBe(false)
  })

  test('fit at every width', async () => {
    const page = await site.open(personAddress(busy.person))
    await page.locator('nav.parts').hover()
    await expectFitsEverywhere(page, async () => {
      for (const tab of await tabs(page).all()) {
        await tab.click()
        await expectNoSidewaysScroll(page)
      }
    })
  })
})

describe('a record that was published after the build', () => {
  test('has the same tabs and sentences: a person', async () => {
    const page = await site.open(personAddress(LATE))
    await page.getByRole('heading', { level: 1, name: 'Latisha Lateborn' }).waitFor()
    for (const sentence of [EMPTY.parents, EMPTY.siblings, EMPTY.spouse, EMPTY.children])
      expect(await page.locator('.tree').innerText()).toContain(sentence)
    expect(await partsSeen(page)).toEqual(['items'])
    await page.locator('nav.parts').hover()
    await page.getByRole('tab', { name: /^Employment/ }).click()
    expect(await page.getByRole('tabpanel').innerText()).toContain(EMPTY.employment)
  })
})

/** A page that runs no script is asked by its boxes: each part with a height is seen. */
async function partsSeenWithoutScript(page: Page): Promise<string[]> {
  const seen: string[] = []
  for (const part of await page.locator('.part-tabs > .part').all())
    if (((await part.boundingBox())?.height ?? 0) > 0) seen.push((await part.locator('h2').getAttribute('id'))!)
  return seen
}

async function expectNoButtons(page: Page): Promise<void> {
  expect(await page.getByRole('main').locator('button:visible').count()).toBe(0)
  expect(await page.locator('.all-items .gallery a, .all-items .register a').first().isVisible()).toBe(true)
}
