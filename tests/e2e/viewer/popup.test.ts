import { describe, expect, test } from 'vitest'
import { expectAxeClean } from '../browser/site.ts'
import { fingersOn } from '../map/fingers.ts'
import { arrowAt, dialog, numberOf, picture, scale, shown, useViewer } from './viewer-page.ts'
import { expectFocused } from '../browser/focus.ts'
import { seldom } from '../../setup/seldom.ts'

const viewer = useViewer()

describe('the popup', () => {
  test('opens by a click, has a name, and passes axe', async () => {
    const page = await viewer.openViewer()
    expect(await numberOf(page)).toBe(`Picture 1 of ${viewer.count()}`)
    await dialog(page).getByRole('heading', { name: viewer.item().title }).waitFor()
    const names = [
      'Full screen',
      'Close',
      'Previous picture',
      'Next picture',
      'Zoom in',
      'Zoom out',
      'Whole picture',
      'Turn',
    ]
    for (const name of names)
      expect(await dialog(page).getByRole('button', { name, exact: true }).count(), name).toBe(1)
    await expectAxeClean(page)
  })

  test('zooms to five times the whole picture and no further, by keys, buttons and wheel', async () => {
    const page = await viewer.openViewer()
    expect(await scale(page)).toBe(1)
    for (let press = 0; press < 8; press++) await page.keyboard.press('+')
    expect(await scale(page)).toBe(5)
    await page.keyboard.press('Home')
    expect(await scale(page)).toBe(1)
    const nearer = page.getByRole('button', { name: 'Zoom in' })
    while ((await nearer.getAttribute('aria-disabled')) !== 'true') await nearer.click()
    expect(await scale(page)).toBe(5)
    await page.getByRole('button', { name: 'Whole picture' }).click()
    await page.locator('.viewer-stage').hover()
    for (let turn = 0; turn < 20; turn++) await page.mouse.wheel(0, -400)
    await expect.poll(() => scale(page)).toBe(5)
    await page.setViewportSize({ width: 700, height: 500 })
    await expect.poll(() => scale(page)).toBeLessThanOrEqual(5)
    for (let press = 0; press < 12; press++) await page.keyboard.press('-')
    expect(await scale(page)).toBe(1)
  })

  test('pans by mouse and arrows while zoomed in, and rotates', async () => {
    const page = await viewer.openViewer()
    const whole = await picture(page)
    await page.keyboard.press('+')
    await page.keyboard.press('+')
    const near = await picture(page)
    expect(near.equals(whole)).toBe(false)
    await page.mouse.move(700, 450)
    await page.mouse.down()
    await page.mouse.move(500, 350, { steps: 5 })
    await page.mouse.up()
    const moved = await picture(page)
    expect(moved.equals(near)).toBe(false)
    await page.keyboard.press('ArrowLeft')
    expect((await picture(page)).equals(moved)).toBe(false)
    expect(await numberOf(page), 'the arrow moved, it did not turn over').toBe(`Picture 1 of ${viewer.count()}`)
    await page.keyboard.press('0')
    await page.keyboard.press('r')
    await expect.poll(async () => (await picture(page)).equals(whole)).toBe(false)
    expect(await scale(page)).toBe(1)
  })

  test('zooms with two fingers, and swipes with one', async () => {
    const page = await viewer.openViewer({ width: 390, touch: true })
    const fingers = await fingersOn(page)
    await fingers.drag([280, 220, 160, 100].map((x) => ({ x, y: 420 })))
    await expect.poll(() => numberOf(page)).toBe(`Picture 2 of ${viewer.count()}`)
    await shown(page)
    await fingers.pinch({ x: 195, y: 420 }, 60, 300)
    await expect.poll(() => scale(page)).toBeGreaterThan(2)
    expect(await scale(page)).toBeLessThanOrEqual(5)
    expect(await numberOf(page), 'a near picture is moved').toBe(`Picture 2 of ${viewer.count()}`)
  })

  seldom('browses by arrows that appear after half a second, by keys, and wraps around', async () => {
    const page = await viewer.openViewer()
    expect(await arrowAt(page, '.viewer-arrow.next', 499)).toBe('0 none')
    expect(await arrowAt(page, '.viewer-arrow.next', 501)).toBe('1 auto')
    await page.getByRole('button', { name: 'Next picture' }).click()
    expect(await numberOf(page)).toBe(`Picture 2 of ${viewer.count()}`)
    await shown(page)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    expect(await numberOf(page)).toBe(`Picture ${viewer.count()} of ${viewer.count()}`)
    await shown(page)
  })

  test('closes by Escape, by its button and by Back; the focus returns', async () => {
    const page = await viewer.openPage()
    const link = page.locator('#picture-1')
    for (const close of [
      () => page.keyboard.press('Escape'),
      () => page.getByRole('button', { name: 'Close' }).click(),
      () => page.goBack(),
    ]) {
      await link.press('Enter')
      await shown(page)
      await expect.poll(() => new URL(page.url()).hash).toBe('#picture-1')
      await close()
      await dialog(page).waitFor({ state: 'detached' })
      await expect.poll(() => new URL(page.url()).hash).toBe('')
      await expectFocused(link)
    }
    await page.goForward()
    await shown(page)
  })

  test('has an address: a link opens the same picture, and closing it stays on the page', async () => {
    const page = await viewer.openViewer({}, '#picture-2')
    expect(await numberOf(page)).toBe(`Picture 2 of ${viewer.count()}`)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await expect.poll(() => page.url()).toBe(viewer.address())
    await page.evaluate(() => void (location.hash = '#picture-1'))
    await shown(page)
  })

  seldom('fills the screen, and Escape leaves that first', async () => {
    const page = await viewer.openViewer()
    await page.keyboard.press('f')
    await page.getByRole('button', { name: 'Leave full screen' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Full screen', exact: true }).waitFor()
    expect(await dialog(page).isVisible()).toBe(true)
  })
})
