import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { ADDRESS, itemAddress, personAddress, zoneAddress } from '#rules/addresses/page-addresses.ts'
import { findTrail, type Trail } from './browser/records.ts'
import { useSite } from './browser/site.ts'
import type { Item } from '#contract/item.ts'
import { sampleOf } from '../setup/length.ts'
import { findItem, untilShown } from './collection/live-collection.ts'
import { openMap } from './map/live-map.ts'

/** CSS pixels that a finger needs each way (WCAG 2.5.5). */
const FINGER = 44
const PHONE = { width: 390, touch: true }
const site = useSite()
let trail: Trail
let about: Item
beforeAll(async () => {
  trail = await findTrail(site.baseUrl)
  about = await findItem(site, ({ subject }) => subject.length > 0)
})

/** Controls of the page, or of the dialog over it, that a finger must aim at: how far around its middle each one answers. Links within a text are words. */
const tooSmall = (page: Page, within = 'body'): Promise<string[]> =>
  page.evaluate(
    ([least, part]) => {
      const top = document.querySelector('dialog[open]') ?? document.querySelector(part)!
      const controls =
        'button, summary, input:not([type=radio], [type=checkbox]), [role=tab], [role=treeitem], label:has(> input:is([type=radio], [type=checkbox])), .site-nav a, .site-footer li a, .facets a, .paged-items li > a, .person a, .decade-bars a'
      return [...top.querySelectorAll<HTMLElement>(controls)].flatMap((control) => {
        if (!control.checkVisibility({ visibilityProperty: true }) || control.closest('[aria-hidden=true], .slider'))
          return []
        control.scrollIntoView({ block: 'center', inline: 'center' })
        const { left, top: head, width, height } = control.getBoundingClientRect()
        const [x, y] = [left + width / 2, head + height / 2]
        const answers = (dx: number, dy: number) => {
          const hit = document.elementFromPoint(x + dx, y + dy)
          return hit !== null && (control.contains(hit) || hit.closest('label') === control)
        }
        const reach = (dx: number, dy: number) => {
          let far = 0
          while (far < least && answers(dx * (far + 1), dy * (far + 1))) far += 1
          return far
        }
        const wide = reach(-1, 0) + 1 + reach(1, 0)
        const high = reach(0, -1) + 1 + reach(0, 1)
        return high < least || wide < least ? [`${control.outerHTML.slice(0, 80)}: ${wide} x ${high}`] : []
      })
    },
    [FINGER, within] as const,
  )

describe('what a finger presses is large enough', () => {
  test.each<[string, (trail: Trail) => string]>([
    ['item', ({ item }) => itemAddress(item.id)],
    ['person', ({ person }) => personAddress(person)],
    ['zone', ({ location }) => zoneAddress(location)],
  ])('on the page of one %s, with everything open', async (_, address) => {
    const page = await site.open(address(trail), PHONE)
    for (const summary of await page.locator('main summary').all()) if (await summary.isVisible()) await summary.tap()
    expect(await tooSmall(page)).toEqual([])
  })

  test('on the collection page, and in its filters', async () => {
    const { id } = about.subject[0]!
    const page = await site.open(`${ADDRESS.collection}?subjects=${id}&type=${about.type}&view=hologram`, PHONE)
    await untilShown(page)
    expect(await tooSmall(page)).toEqual([])
    await page.getByRole('button', { name: /^Filters/ }).tap()
    await page.getByRole('dialog').waitFor()
    expect(await tooSmall(page)).toEqual([])
  })

  test('on the map, in every section of its sheet, and in the overview over it', async () => {
    const { page, section } = await openMap(site, `/?base=osm&zone=${trail.location}`, PHONE)
    const sheet = page.getByRole('complementary', { name: 'Map tools' })
    await section('Images & Media').getByRole('heading', { level: 3 }).waitFor()
    // Sections stay open: in the end all four are.
    for (const name of ['Legend', 'Images', 'Addresses', 'Organizations'])
      await sheet.getByRole('button', { name, exact: true }).tap()
    await section('Address Search').getByLabel('Search locations').fill('main')
    await section('Address Search').getByRole('button', { name: 'Zoom to Zone' }).first().waitFor()
    expect(await tooSmall(page, '.live-side')).toEqual([])

    // The sheet lies over them: their size tells it.
    for (const name of ['Zoom in', 'Zoom out']) {
      const { width, height } = (await page.getByRole('button', { name, exact: true }).boundingBox())!
      expect(Math.min(width, height), name).toBeGreaterThanOrEqual(FINGER)
    }
    await section('Images & Media').getByRole('link', { name: 'Zone Overview' }).tap()
    await page.getByRole('dialog').getByRole('tab').first().waitFor()
    expect(await tooSmall(page)).toEqual([])
  })
})

test('the filters of a phone: a text box goes to the top, a tag is taken off without the keyboard, the sheet keeps its place', async () => {
  const { id, subject_name: name } = about.subject[0]!
  const page = await site.open(ADDRESS.collection, PHONE)
  await untilShown(page)
  await page.getByRole('button', { name: /^Filters/ }).tap()
  const sheet = page.getByRole('dialog', { name: 'Refine Your Search' })
  const box = sheet.getByRole('combobox', { name: 'Organization Tags' })
  await box.tap()
  // A keyboard takes the lower half.
  expect((await box.boundingBox())!.y).toBeLessThan(844 / 3)
  await sheet.getByRole('button', { name: 'Close the filters' }).tap()
  await page.goto(`${site.baseUrl}${ADDRESS.collection}?subjects=${id}`)
  await untilShown(page)
  await page.getByRole('button', { name: /^Filters/ }).tap()
  await sheet.getByRole('button', { name: `Remove ${name}` }).tap()
  await untilShown(page)
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('INPUT')
  expect(await sheet.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
  expect(await sheet.getByRole('button', { name: 'Clear all' }).count()).toBe(0)
  await sheet.getByRole('button', { name: /^Show / }).tap()
  await sheet.waitFor({ state: 'detached' })
})

test.each(sampleOf([ADDRESS.collection, '/itemview/900001/', '/person-overview/900001/', '/org-overview/900001/'], 2))(
  'a phone on its side, and letters of twice the size: %s',
  async (address) => {
    const page = await site.open(address, PHONE)
    // A phone's own window grows with what is in it: what is measured is the record.
    const isTooWide = () =>
      page.evaluate((width) => {
        const most = Math.max(...[...document.querySelectorAll('main, header, footer')].map((part) => part.scrollWidth))
        return most > width ? most : false
      }, page.viewportSize()!.width)
    expect(await isTooWide()).toBe(false)
    await page.setViewportSize({ width: 844, height: 390 })
    expect(await isTooWide()).toBe(false)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.evaluate(() => (document.documentElement.style.fontSize = '34px'))
    expect(await isTooWide()).toBe(false)
  },
)
