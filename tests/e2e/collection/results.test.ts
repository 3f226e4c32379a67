import { describe, expect, test } from 'vitest'
import { resultsText } from '#islands/collection/messages.ts'
import { expectAxeClean, expectFitsEverywhere, expectNoSidewaysScroll, useSite } from '../browser/site.ts'
import { askItems, openCollection, untilShown } from './live-collection.ts'
import { expectFocused } from '../browser/focus.ts'
import { sampleOf } from '../../setup/length.ts'

const site = useSite()

test('Previous and Next: to the results heading, and not beyond the ends', async () => {
  const { count } = await askItems(site, 'type=postcard')
  const pages = Math.ceil(count / 10)
  const live = await openCollection(site, 'type=postcard')
  const { page, results, address } = live
  const next = results.getByRole('button', { name: 'Next' })
  const first = await live.headings()
  expect(await results.getByRole('button', { name: 'Previous' }).getAttribute('aria-disabled')).toBe('true')
  await next.click()
  await results.getByText(`Page 2 of ${pages}`).waitFor()
  await untilShown(page)
  expect(await live.headings()).not.toEqual(first)
  await expect.poll(() => address().get('page')).toBe('2')
  const head = results.getByRole('heading', { level: 2 })
  await expectFocused(head)
  expect((await head.boundingBox())!.y).toBeLessThan(200)
  await page.goBack()
  await results.getByText(`Page 1 of ${pages}`).waitFor()
  await untilShown(page)
  expect(await live.headings()).toEqual(first)
  await page.goto(`${site.baseUrl}/collection/?type=postcard&page=${pages}`)
  await untilShown(page)
  await next.focus()
  await page.keyboard.press('Enter')
  await results.getByText(`Page ${pages} of ${pages}`).waitFor()
  // A page past the end is the last one.
  await page.goto(`${site.baseUrl}/collection/?type=postcard&page=9999`)
  await results.getByText(`Page ${pages} of ${pages}`).waitFor()
})

describe('layouts', () => {
  test.each(sampleOf(['list', 'grid', 'map'], 2))('are all accessible and fit at every width: %s', async (view) => {
    const { page } = await openCollection(site, `view=${view}`)
    await expectFitsEverywhere(page)
  })

  test('pictures are uncropped, in their own shape; one that fails is a card, and results are printed without filters', async () => {
    const { page, refine, results, address } = await openCollection(site)
    await results.getByRole('radio', { name: 'Pictures' }).check()
    await expect.poll(() => address().get('view')).toBe('grid')
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLImageElement>('.results-body img')]
        .slice(0, 3)
        .every(({ complete }) => complete),
    )
    const shapes = await results
      .locator('.results-body img')
      .evaluateAll((images) =>
        (images as HTMLImageElement[])
          .filter(({ complete, naturalWidth }) => complete && naturalWidth > 0)
          .map((image) => image.clientWidth / image.clientHeight / (image.naturalWidth / image.naturalHeight)),
      )
    expect(shapes.length).toBeGreaterThan(2)
    for (const shape of shapes) expect(Math.abs(shape - 1)).toBeLessThan(0.03)
    const failed = await results
      .locator('.results-body img')
      .first()
      .evaluate((image) => getComputedStyle(image, '::after').content)
    expect(failed).toContain('Picture not available')
    await page.emulateMedia({ media: 'print' })
    expect(await results.getByRole('listitem').first().isVisible()).toBe(true)
    expect(await refine.isVisible()).toBe(false)
  })

  test('a place of the map can be chosen by shape and by name', async () => {
    const { page, results, untilCount, untilAll, address } = await openCollection(site, 'view=map')
    const places = (await (await fetch(`${site.baseUrl}/api/items/places/?visibility=published`)).json()) as {
      location: number
      count: number
    }[]
    const fullest = places.toSorted((a, b) => b.count - a.count)[0]!
    await results.getByRole('img', { name: `Map: results in ${places.length} places` }).waitFor()
    const link = results.getByRole('region').or(results).locator('.results-map-places').getByRole('link').first()
    await link.focus()
    const [name] = (await link.innerText()).split('\n')
    await results.getByText(`${name}: ${resultsText(fullest.count)}`).waitFor({ state: 'attached' })
    await page.keyboard.press('Enter')
    await untilCount(fullest.count)
    await expect.poll(() => address().get('place')).toBe(String(fullest.location))
    // What lies there is listed below, and the other places stay.
    await results.getByRole('listitem').getByRole('heading', { level: 3 }).first().waitFor()
    await results.getByRole('img', { name: `Map: results in ${places.length} places` }).waitFor()
    await results.getByRole('button', { name: 'Zoom in' }).click()
    await results.getByRole('button', { name: 'Zoom out' }).click()
    await results.getByRole('button', { name: 'Zoom out', disabled: true }).waitFor()
    await page.goBack()
    await untilAll()
    await results.locator('path.place[data-level="3"]').first().click()
    await page.waitForURL(/place=\d+/)
  })
})

describe('a phone', () => {
  test('opens the filters as a sheet, results first; the focus comes back', async () => {
    const live = await openCollection(site, '', { width: 390, touch: true })
    const { page, untilCount } = live
    expect(await page.getByRole('heading', { name: 'Refine Your Search' }).count()).toBe(0)
    const opener = page.getByRole('button', { name: 'Filters' })
    await opener.tap()
    const sheet = page.getByRole('dialog', { name: 'Refine Your Search' })
    await sheet.waitFor()
    await expectAxeClean(page)
    const { count } = await askItems(site, 'type=postcard')
    const types = sheet.getByRole('region', { name: 'Type' })
    await types.getByRole('link', { name: `Postcards ${count}` }).tap()
    await sheet.getByRole('button', { name: `Show ${resultsText(count)}` }).tap()
    await sheet.waitFor({ state: 'detached' })
    await untilCount(count)
    const filters = page.getByRole('button', { name: 'Filters (1)' })
    await expectFocused(filters)
    await filters.tap()
    const box = sheet.getByRole('combobox', { name: 'People Tags' })
    await box.fill('zz')
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await expectNoSidewaysScroll(page)
  })
})
