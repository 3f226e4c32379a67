import { beforeAll, describe, expect, test } from 'vitest'
import type { Item } from '#contract/item.ts'
import { TAG } from '#contract/messages.ts'
import { personName, TYPE_PLURALS } from '#rules/names/record-names.ts'
import { expectAxeClean, useSite } from '../browser/site.ts'
import { meanOf, pictureOf } from '../map/pixels.ts'
import { askItems, findItem, liveCollection, openCollection, untilShown } from './live-collection.ts'
import { seldom } from '../../setup/seldom.ts'

const site = useSite()
/** An item with everything that can be filtered by. */
let item: Item
let name: string
beforeAll(async () => {
  item = await findItem(
    site,
    ({ id, people, subject, organizations, collection, location, date_start }) =>
      id < 900_000 &&
      [people, subject, organizations].every(({ length }) => length > 0) &&
      !!collection &&
      !!location &&
      !!date_start,
  )
  name = personName(item.people[0]!)
})
const isFocused = (element: Element) => element === document.activeElement

describe('tags', () => {
  test("a person by keyboard; a duplicate is refused in red, with the spec's sentence", async () => {
    const live = await openCollection(site)
    const { page, refine, untilCount, untilAll } = live
    const box = refine.getByRole('combobox', { name: 'People Tags' })
    await box.focus()
    await page.keyboard.type(name.slice(0, 2))
    await refine.getByText('Type at least 3 letters.').waitFor()
    await page.keyboard.type(name.slice(2))
    await refine.getByRole('option', { name }).first().waitFor()
    await page.keyboard.press('ArrowDown')
    expect(await box.getAttribute('aria-activedescendant')).toBeTruthy()
    const id = item.people[0]!.id
    while (!(await refine.locator('[role=option][aria-selected=true]').innerText()).startsWith(name))
      await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/people=\d+/)
    const chosen = Number(live.address().get('people'))
    await untilCount((await askItems(site, `people_or=${chosen}`)).count)
    if (chosen === id) expect(await live.headings()).not.toHaveLength(0)
    expect(await box.inputValue()).toBe('')
    expect(await box.evaluate(isFocused)).toBe(true)

    await page.keyboard.type(name)
    await refine.getByRole('option', { name }).first().click()
    if (live.address().get('people') === String(chosen)) {
      await refine.getByRole('alert').getByText(TAG.person, { exact: true }).waitFor()
      expect(await box.getAttribute('aria-invalid')).toBe('true')
      const [border, brick] = await box.evaluate((input) => {
        const probe = document.body.appendChild(document.createElement('i'))
        probe.style.color = 'var(--brick)'
        const colours = [getComputedStyle(input).borderTopColor, getComputedStyle(probe).color]
        probe.remove()
        return colours
      })
      expect(border).toBe(brick)
      await expectAxeClean(page)
      await box.press('x')
      await refine.getByText(TAG.person, { exact: true }).waitFor({ state: 'detached' })
    }
    await refine
      .getByRole('list', { name: 'People Tags' })
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click()
    await untilAll()
    expect(await box.evaluate(isFocused)).toBe(true)
  })
})

test('the years: double click, type, Enter; a decade by its count', async () => {
  const live = await openCollection(site, 'page=2')
  const { page, refine, untilCount, untilAll, address } = live
  // A click selects the year that is there.
  await refine.getByLabel('From year').click()
  await page.keyboard.type('soon')
  await page.keyboard.press('Enter')
  await refine.getByText(/^Type a year from 1830 to \d{4}\.$/).waitFor()
  for (const [label, year] of [
    ['From year', '1900'],
    ['To year', '1909'],
  ] as const) {
    await refine.getByLabel(label).dblclick()
    await page.keyboard.type(year)
    await page.keyboard.press('Enter')
  }
  const { count } = await askItems(site, 'date=1900000019099999')
  await untilCount(count)
  expect(Object.fromEntries(address())).toEqual({ from: '1900', to: '1909' })
  await refine.getByText('By decade').click()
  const decade = refine.getByRole('link', { name: `1900s ${count}` })
  expect(await decade.getAttribute('aria-current')).toBe('true')
  await decade.click()
  await untilAll()
  expect(await decade.evaluate(isFocused)).toBe(true)
})

test('type and collection: true counts, the info box, Back and Forward, a shared link', async () => {
  const { collection_name, id } = item.collection!
  const live = await openCollection(site)
  const { page, refine, results, untilCount, untilAll } = live
  const { count } = await askItems(site, `type=${item.type}`)
  await refine.getByRole('link', { name: `${TYPE_PLURALS[item.type]} ${count}` }).click()
  await untilCount(count)
  const both = await askItems(site, `type=${item.type}&collection=${id}`)
  await page.goto(`${page.url()}&collection=${id}`)
  await untilShown(page)
  await untilCount(both.count)
  await results.getByText('Hierarchy', { exact: true }).waitFor()
  expect(await results.locator('dd').first().innerText()).toBe(collection_name)

  await results.getByRole('button', { name: `Remove Type: ${TYPE_PLURALS[item.type].replace(/s$/, '')}` }).click()
  await untilCount((await askItems(site, `collection=${id}`)).count)
  await page.goBack()
  await untilCount(both.count)
  await page.goForward()
  await untilCount((await askItems(site, `collection=${id}`)).count)
  const shared = await page.context().newPage()
  await shared.goto(page.url())
  await untilShown(shared)
  expect(await liveCollection(shared).headings()).toEqual(await live.headings())
  await results.getByRole('button', { name: 'Clear all' }).click()
  await untilAll()
  await expect.poll(() => page.url()).toBe(`${site.baseUrl}/collection/`)
})

test('a subject on a card becomes a filter; with Ctrl it opens in another tab', async () => {
  const { page, results, untilCount, address } = await openCollection(site, `q=${encodeURIComponent(item.title)}`)
  const card = results.getByRole('listitem').filter({ has: page.locator(`h3 a[href="/itemview/${item.id}/"]`) })
  const { id, subject_name } = item.subject[0]!
  const link = card.getByRole('link', { name: subject_name, exact: true })
  await untilCount((await askItems(site, `search=${encodeURIComponent(item.title)}`)).count)
  const [other] = await Promise.all([page.context().waitForEvent('page'), link.click({ modifiers: ['Control'] })])
  await expect.poll(() => other.evaluate(() => window.location.search)).toContain(`subjects=${id}`)
  await other.close()
  await link.click()
  await page.waitForURL(new RegExp(`subjects=${id}`))
  await untilCount((await askItems(site, `search=${encodeURIComponent(item.title)}&subjects_or=${id}`)).count)
  await expect.poll(() => address().get('q')).toBe(item.title.trim())
})

seldom('from the filters a link leads past the others to the results', async () => {
  const { page, refine, results } = await openCollection(site)
  const skip = refine.getByRole('link', { name: 'Skip to the results' })
  expect(await skip.count()).toBe(3)
  const address = page.url()
  // At most ten tabs from any filter, and as few from there to the first result.
  const facet = refine
    .getByRole('link')
    .filter({ has: page.locator('.figures') })
    .nth(2)
  await facet.focus()
  let tabs = 0
  while (!(await skip.evaluateAll((links) => links.includes(document.activeElement as HTMLElement)))) {
    await page.keyboard.press('Tab')
    tabs += 1
  }
  expect(tabs).toBeLessThan(12)
  await page.keyboard.press('Enter')
  await expect.poll(() => results.getByRole('heading', { level: 2 }).evaluate(isFocused)).toBe(true)
  expect(page.url()).toBe(address)
  const first = results.getByRole('heading', { level: 3 }).first().getByRole('link')
  for (tabs = 0; !(await first.evaluate(isFocused)) && tabs < 20; tabs += 1) await page.keyboard.press('Tab')
  expect(tabs).toBeLessThan(10)
})

seldom('the column of filters shows at its edges that it goes on', async () => {
  const { page, refine } = await openCollection(site)
  await page.setViewportSize({ width: 1440, height: 600 })
  await refine.scrollIntoViewIfNeeded()
  /** How much darker an edge is than the paper beside the column: nothing lies over the first pixels of a row. */
  const shadow = async (edge: 'top' | 'bottom') => {
    const { x, y, height } = (await refine.boundingBox())!
    const at = edge === 'top' ? y + 1 : y + height - 4
    const [inside, outside] = await Promise.all(
      [x + 1, x - 12].map(async (left) => meanOf(await pictureOf(page, { x: left, y: at, width: 5, height: 3 }))),
    )
    return outside![0] - inside![0]
  }
  const seen = async () => ({ top: (await shadow('top')) > 8, bottom: (await shadow('bottom')) > 8 })
  await page.evaluate(() => scrollTo(0, 400))
  await expect.poll(seen).toEqual({ top: false, bottom: true })
  await refine.evaluate((column) => column.scrollTo(0, column.scrollHeight / 3))
  await expect.poll(seen).toEqual({ top: true, bottom: true })
  await refine.evaluate((column) => column.scrollTo(0, column.scrollHeight))
  await expect.poll(seen).toEqual({ top: true, bottom: false })
})
