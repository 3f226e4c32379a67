import type { Browser, BrowserContextOptions, Page } from 'playwright'

/**
 * Tabs that a test leaves to the next one. Chromium keeps the tab's process, with fonts, styles and compiled scripts: opening the map page costs
 * 0.7 s of processor time there, 1.6 s in a new tab.
 */
const idle = new Map<string, Page[]>()

/** A tab without storage and cookies, in a browser context of its own. What differs in `options` can't be changed once a tab is open. */
export async function takeTab(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const kept = idle.get(JSON.stringify(options))?.pop()
  return kept ?? (await browser.newContext(options)).newPage()
}

/** What a test may have listened to. */
const EVENTS = ['console', 'pageerror', 'request', 'response', 'requestfailed', 'dialog', 'download', 'popup'] as const

/** Takes everything from a tab that a test may have left there, and keeps it for a test that asks for the same `options`. */
export async function leaveTab(page: Page, options: BrowserContextOptions, baseUrl: string): Promise<void> {
  const context = page.context()
  await Promise.all(
    context
      .pages()
      .filter((each) => each !== page)
      .map((each) => each.close()),
  )
  for (const event of EVENTS) page.removeAllListeners(event)
  await Promise.all([
    page.unrouteAll({ behavior: 'ignoreErrors' }),
    context.unrouteAll({ behavior: 'ignoreErrors' }),
    context.clearCookies(),
    page.mouse.move(0, 0),
  ])
  // A text of the same origin runs no script that could write to storage again.
  const hasLeft = await page.goto(`${baseUrl}/robots.txt`).then(Boolean, () => false)
  // A page that was on its way elsewhere interrupts.
  if (!hasLeft) return context.close()
  await page.evaluate(async () => {
    for (const storage of [localStorage, sessionStorage]) storage.clear()
    for (const { name } of await indexedDB.databases())
      await new Promise((done) => (indexedDB.deleteDatabase(name!).onsuccess = done))
  })
  // Chromium drops entries of a history of fifty: the next test would begin in another one than alone.
  if ((await page.evaluate(() => history.length)) > 25) return context.close()
  const key = JSON.stringify(options)
  idle.set(key, [...(idle.get(key) ?? []), page])
}
