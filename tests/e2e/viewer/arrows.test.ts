import { describe, expect, test } from 'vitest'
import { arrowAt, numberOf, shown, useViewer } from './viewer-page.ts'

const viewer = useViewer()

describe('the pictures of an item', () => {
  test('have arrows half a second after the page is there (spec §9)', async () => {
    const page = await viewer.openPage()
    expect(await arrowAt(page, '.turn.next', 0)).toBe('0 none')
    expect(await arrowAt(page, '.turn.next', 499)).toBe('0 none')
    expect(await arrowAt(page, '.turn.next', 501)).toBe('1 auto')
    expect(await arrowAt(page, '.turn.previous', 501)).toBe('1 auto')
  })

  test('replace each other in the large place, by keyboard too, and wrap around', async () => {
    const page = await viewer.openPage()
    const heavy: string[] = []
    page.on('request', (request) => void (/\/zoom-/.test(request.url()) && heavy.push(request.url())))
    const large = page.locator('.stage img')
    const box = await large.boundingBox()
    for (let number = 2; number <= viewer.count(); number++) {
      await page.getByRole('link', { name: 'Next picture' }).press('Enter')
      await page.getByText(`Picture ${number} of ${viewer.count()}`, { exact: true }).waitFor()
      expect(await large.getAttribute('src')).toContain(`/${viewer.item().item_scans![number - 1]!.id}-`)
    }
    // Its box would take the proportions of the picture only once that is there.
    await expect.poll(() => large.evaluate((img: HTMLImageElement) => img.complete)).toBe(true)
    expect(await large.boundingBox(), 'nothing moves').toEqual(box)
    expect(heavy, 'OpenSeadragon comes with the popup').toEqual([])
    await page.locator('#picture-1').press('Enter')
    await shown(page)
    expect(await numberOf(page)).toBe(`Picture ${viewer.count()} of ${viewer.count()}`)
    expect(heavy).toHaveLength(1)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Next picture' }).press('Enter')
    await page.getByText(`Picture 1 of ${viewer.count()}`, { exact: true }).waitFor()
  })

  test('link to each other and to themselves without script', async () => {
    const page = await viewer.openPage({ javaScript: false })
    await page.getByRole('link', { name: 'Next picture' }).press('Enter')
    await expect.poll(() => new URL(page.url()).hash).toBe('#picture-2')
    expect(await page.locator('#picture-2').getAttribute('href')).toContain('/media/scan/')
  })
})

test('a record newer than the build has the same arrows and popup', async () => {
  // The item through its live shell: the page that an id without one of its own gets.
  const page = await viewer.openPage(
    {
      routes: (context) =>
        context.route(viewer.address(), async (route) =>
          route.fulfill({ response: await context.request.get(viewer.address().replace(/\d+\/$/, '')) }),
        ),
    },
    '#picture-2',
  )
  await shown(page)
  await page.getByText('This record is new.').waitFor()
  expect(await numberOf(page)).toBe(`Picture 2 of ${viewer.count()}`)
  await page.keyboard.press('Escape')
  // The viewer says the same while it closes.
  await page.locator('#viewer-count').waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Next picture' }).press('Enter')
  await page.getByText(`Picture 2 of ${viewer.count()}`, { exact: true }).waitFor()
})
