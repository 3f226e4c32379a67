import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { expectNoSidewaysScroll } from './site.ts'

/** Why what has the focus is not seen; empty when it is (WCAG 2.4.7, 2.4.11). */
function whyUnseen(): string {
  const element = document.activeElement
  if (!element || element === document.body) return 'nothing has the focus'
  const named = element.outerHTML.slice(0, 120)
  const { left, top, right, bottom } = element.getBoundingClientRect()
  const [x1, y1, x2, y2] = [
    Math.max(0, left),
    Math.max(0, top),
    Math.min(innerWidth, right),
    Math.min(innerHeight, bottom),
  ]
  if (x1 >= x2 || y1 >= y2) return `outside the window: ${named}`
  const above = document.elementFromPoint((x1 + x2) / 2, (y1 + y2) / 2)
  const label = element.closest('label')
  if (!above || !(element.contains(above) || above.contains(element) || label?.contains(above)))
    return `covered by ${above?.outerHTML.slice(0, 120)}: ${named}`
  // A dialog is seen without an outline; a radio button shows its focus beside it.
  const shows = [element, element.nextElementSibling, label].some(
    (each) => each && getComputedStyle(each).outlineStyle !== 'none',
  )
  return shows || element instanceof HTMLDialogElement ? '' : `without an outline: ${named}`
}
/** What has the focus is in the window, has an outline, and nothing lies over it. */
export const expectFocusSeen = (page: Page, after: string): Promise<void> =>
  expect.poll(() => page.evaluate(whyUnseen), { message: after, timeout: 3000 }).toBe('')

export async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key)
  await expectFocusSeen(page, `after ${key}`)
}
const isFocused = (element: Element) => element === document.activeElement
/** Waits until a control has the focus: many get it a frame after what was done. */
export const expectFocused = (control: Locator, message?: string): Promise<void> =>
  expect.poll(() => control.evaluate(isFocused), { message }).toBe(true)

/** Presses Tab until the control has the focus. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    if (await control.evaluate(isFocused)) return
    await press(page, 'Tab')
  }
  throw new Error(`Tab does not lead to ${control.toString()}.`)
}

/** Presses Tab from the first control of an area to its last. Answers how many there were. */
export async function tabThrough(page: Page, area: Locator): Promise<number> {
  await area.evaluate((element) => {
    element.setAttribute('tabindex', '-1')
    ;(element as HTMLElement).focus()
  })
  const isInside = () => area.evaluate((element) => element.contains(document.activeElement))
  for (let controls = 0; ; controls++) {
    await page.keyboard.press('Tab')
    if (!(await isInside())) return controls
    await expectFocusSeen(page, `after ${controls + 1} times Tab`)
  }
}

/** Controls that are smaller than 24 CSS pixels (WCAG 2.5.8). Links in a line of text are excepted. */
export const smallTargets = (area: Locator): Promise<string[]> =>
  area.locator(':is(button, a[href], input, select, textarea, summary):visible').evaluateAll((controls) =>
    controls
      .filter((control) => {
        const { width, height } = control.getBoundingClientRect()
        return width > 1 && (width < 24 || height < 24) && !control.closest('p:not([class]), dd, label')
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 100)),
  )

/** At 400 % zoom of 1280 x 1024 and in forced colours: every control is reached, seen and large enough, and nothing scrolls sideways. */
export async function expectUsableZoomed(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 256 })
  await page.emulateMedia({ forcedColors: 'active' })
  const main = page.getByRole('main')
  expect(await tabThrough(page, main)).toBeGreaterThan(1)
  expect(await smallTargets(main)).toEqual([])
  await expectNoSidewaysScroll(page)
}
