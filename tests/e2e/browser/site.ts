import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import { chromium } from 'playwright'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright'
import { afterEach, beforeAll, expect, inject } from 'vitest'
import { SESSION_KEYS } from '#client/session-keys.ts'
import { CHROMIUM_ARGS, findHeadless } from '../../runner/chromium.ts'
import { ALL } from '../../setup/length.ts'
import type { Session } from '../account/account-calls.ts'
import { leaveTab, takeTab } from './tabs.ts'

export interface Look {
  /** CSS pixels; 1440 without it. The height is that of a phone, a tablet or a laptop. */
  width?: number
  /** False: a browser that runs no script. */
  javaScript?: boolean
  /** True: a phone, with fingers. */
  touch?: boolean
  /** What of the network is away or late, from the start. In a used tab, from which it is taken again. */
  routes?: (context: BrowserContext) => Promise<unknown>
  /** Sets the browser up for good before the page is opened: what it may do, scripts of its own. It gets a new browser context, with an empty cache. */
  prepare?: (context: BrowserContext) => Promise<unknown>
  /** Of a user who has logged in already. */
  session?: Session
  /** What may go wrong here on purpose: matches the text of a problem. */
  expected?: RegExp
}

export interface Site {
  baseUrl: string
  /**
   * Opens an address of the product in a tab without storage and cookies. The test fails when the page reports anything that is wrong.
   * What stays in a tab for good (`addInitScript`, permissions) belongs in `prepare`.
   */
  open(path: string, look?: Look): Promise<Page>
}

/** A browser that runs no script passes over the scripts that a page names for early loading, and says so. */
const NOT_ASKED_FOR = /\/_astro\/[\w./-]+\.js csp$/

/** One for all files that run in this process; it ends with the process. */
let chromiumOfAll: Promise<Browser> | undefined

function launch(): Promise<Browser> {
  const executablePath = findHeadless()
  if (!executablePath) throw new Error('No Chromium: `npm test` fetches one, or set CHROMIUM_PATH.')
  return chromium.launch({ executablePath, args: CHROMIUM_ARGS })
}

/**
 * A real Chromium on the running product, for the tests of one file. After each test its pages are closed, and console errors, uncaught
 * errors and failed requests to the product fail it. Nothing is asked of the rest of the internet: such requests are answered empty.
 * `address`: of another site than the product that every journey shares, once it is up.
 */
export function useSite(address: () => string = () => inject('baseUrl')): Site {
  let browser: Browser
  let contexts: BrowserContext[] = []
  let tabs: { page: Page; options: BrowserContextOptions }[] = []
  let problems: string[] = []

  beforeAll(async () => {
    browser = await (chromiumOfAll ??= launch())
  })
  afterEach(async ({ task }) => {
    const [found, open, used] = [problems, contexts, tabs]
    problems = []
    contexts = []
    tabs = []
    const failed = task.result?.state === 'fail' || found.length > 0
    await Promise.all([
      ...open.map((context) => context.close()),
      ...used.map(({ page, options }) => (failed ? page.context().close() : leaveTab(page, options, address()))),
    ])
    expect(found, 'problems that the browser reported').toEqual([])
  })

  return {
    get baseUrl() {
      return address()
    },
    async open(path, look = {}) {
      const baseUrl = address()
      const { width = 1440, javaScript = true, touch = false, expected } = look
      const options = { javaScriptEnabled: javaScript, ...(touch && { hasTouch: true, isMobile: true }) }
      let page: Page
      if (look.prepare) {
        const context = await browser.newContext(options)
        contexts.push(context)
        await look.prepare(context)
        page = await context.newPage()
      } else {
        page = await takeTab(browser, options)
        tabs.push({ page, options })
      }
      // Without scripts a browser loads every picture of the page at once, however far down, and each is made when it is first asked for.
      if (!javaScript) await page.context().route(/\/(?:api|media)\/scan\//, (route) => route.fulfill({ status: 204 }))
      await look.routes?.(page.context())
      // A busy machine may need longer than Playwright's half minute for a step.
      page.setDefaultTimeout(ALL ? 90_000 : 30_000)
      await page.setViewportSize({ width, height: width < 600 ? 844 : 900 })
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce', media: null, forcedColors: null })
      watch(page, baseUrl, (problem) => {
        if (!expected?.test(problem) && (javaScript || !NOT_ASKED_FOR.test(problem))) problems.push(problem)
      })
      if (look.session) await storeSession(page, baseUrl, look.session)
      await page.goto(baseUrl + path)
      return page
    },
  }
}

/** Leaves a session where a login would: a tenth of the processor time of the form, which has journeys of its own (account/). */
async function storeSession(page: Page, baseUrl: string, session: Session): Promise<void> {
  if (!page.url().startsWith(`${baseUrl}/`)) await page.goto(`${baseUrl}/robots.txt`)
  const { refresh, since, access } = SESSION_KEYS
  const values = { [refresh]: session.refresh, [since]: String(Date.now()), [access]: session.access }
  await page.evaluate((entries) => Object.assign(localStorage, entries), values)
}

function watch(page: Page, baseUrl: string, report: (problem: string) => void): void {
  const where = () => page.url().replace(baseUrl, '')
  page.on('console', (message) => {
    // A failed request is reported below, with its address.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      report(`${where()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => report(`${where()}: uncaught ${error.message}`))
  page.on('response', (answer) => {
    if (answer.status() >= 400 && answer.url().startsWith(baseUrl))
      report(`${where()}: ${answer.status()} for ${answer.url().replace(baseUrl, '')}`)
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // A page that is left gives up what it was loading.
    if (request.url().startsWith(baseUrl) && reason !== 'net::ERR_ABORTED')
      report(`${where()}: ${request.url().replace(baseUrl, '')} ${reason}`)
  })
}

/** WCAG 2.2 AA, as far as a program can tell: no finding of axe. */
export const expectAxeClean = (page: Page): Promise<void> =>
  expectNoFinding(page, ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])

/** What of it depends on the colours alone: for the other colours of a page that has been looked at whole. */
export const expectContrast = (page: Page): Promise<void> =>
  expectNoFinding(page, { type: 'rule', values: ['color-contrast', 'link-in-text-block'] })

/** Each cell of a table has a header. Not among axe's standards, but Lighthouse notes it. */
export const expectTableHeaders = (page: Page): Promise<void> =>
  expectNoFinding(page, { type: 'rule', values: ['td-has-header'] })

/** The minified one: half of what the browser has to read. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** axe runs in the page itself and hands over its violations only: `@axe-core/playwright` describes every node that passed too, three times the work. */
async function expectNoFinding(page: Page, runOnly: NonNullable<axe.RunOptions['runOnly']>): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  const findings = await page.evaluate(async (only) => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run({
      runOnly: only,
      resultTypes: ['violations'],
      selectors: false,
      // The only frames are players of other sites.
      iframes: false,
      // What plays by itself is looked at only where a page has sounds or films of its own: none has.
      preload: false,
    })
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)}`))
  }, runOnly)
  expect(findings.join('\n'), `axe on ${page.url()}`).toBe('')
}

/**
 * At every width the page is not wider than its window, and `look` finds nothing. axe looks at it twice: whole in light colours on a phone, where things
 * are nearest to each other, and for its contrast in dark ones on a desk.
 */
export async function expectFitsEverywhere(page: Page, look?: (width: number) => Promise<unknown>): Promise<void> {
  for (const width of [1440, 820, 390]) {
    await page.setViewportSize({ width, height: width < 600 ? 844 : 900 })
    await expectNoSidewaysScroll(page)
    await look?.(width)
  }
  await expectAxeClean(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectContrast(page)
  await page.emulateMedia({ colorScheme: 'light' })
}

/** The page is not wider than its window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
  expect(content, `width of ${page.url()} in a window of ${window}`).toBeLessThanOrEqual(window ?? 0)
}
