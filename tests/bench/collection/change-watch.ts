import type { Page } from 'playwright'

/** In the page: when what changes the results reached it, and when the frame that shows them was drawn; milliseconds, 0 before. */
interface Watch {
  began: number
  shown: number
}
type Watched = typeof globalThis & { changeWatch: Watch }

/** To be called before the page is opened. The page marks each answer that it shows (islands/collection/result-hooks.ts). */
export async function watchChanges(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watch: Watch = { began: -1, shown: 0 }
    Object.assign(globalThis, { changeWatch: watch })
    // A label clicks its input, and Enter the button of its form: the first event is the visitor's.
    const begin = ({ timeStamp }: Event) => {
      if (watch.began === 0) watch.began = timeStamp
    }
    for (const kind of ['click', 'keydown']) addEventListener(kind, begin, true)
    const drawn = new MessageChannel()
    drawn.port1.onmessage = () => (watch.shown = performance.now())
    new MutationObserver(() => {
      if (watch.began > 0 && watch.shown === 0) requestAnimationFrame(() => drawn.port2.postMessage(null))
    }).observe(document, { subtree: true, attributeFilter: ['data-results', 'data-layout'] })
  })
}

/** Milliseconds from the event that `act` makes to the end of the frame that shows what it brought. */
export async function timeOf(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => Object.assign((globalThis as Watched).changeWatch, { began: 0, shown: 0 }))
  await act()
  const took = await page.waitForFunction(() => {
    const { began, shown } = (globalThis as Watched).changeWatch
    return shown > 0 && shown - began
  })
  return (await took.jsonValue()) as number
}

/** Types words and sends them off before the pause of typing is over, however busy the machine is. */
export const sendWords = (page: Page, words: string): Promise<void> =>
  page.getByRole('searchbox', { name: 'Search the items' }).evaluate((input: HTMLInputElement, typed) => {
    // React looks at what the element itself was given.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, typed)
    input.dispatchEvent(new InputEvent('input', { bubbles: true }))
    ;(globalThis as Watched).changeWatch.began = performance.now()
    input.form!.requestSubmit()
  }, words)

/** Milliseconds of each call to an address that begins like this, as the browser has written them down. */
export const callTimes = (page: Page, address: string): Promise<number[]> =>
  page.evaluate((beginning) => {
    const calls = performance.getEntriesByType('resource').filter(({ name }) => new URL(name).pathname === beginning)
    return calls.map(({ duration }) => duration)
  }, address)
