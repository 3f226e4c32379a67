import { readFileSync, rmSync } from 'node:fs'
import { chromium, type Browser, type Page } from 'playwright'
import { scriptsOf } from '../../budgets/page-weight.ts'
import { makeShoebox } from '../../e2e/add-item/shoebox-images.ts'
import { startSmallTown } from '../../e2e/add-item/small-town.ts'
import { choosePhotographs, joinAsVolunteer } from '../../e2e/add-item/volunteer.ts'
import { runToEnd } from '../../e2e/setup/process.ts'
import { CHROMIUM_ARGS, ensureHeadless } from '../../runner/chromium.ts'
import type { Figure } from '../figures.ts'
import { volunteerPages } from './accessibility.ts'
import { typingTimes } from './typing.ts'

/** What issue 13 holds the wizard and the login page to: bytes of scripts after brotli, milliseconds, MiB. */
const BOUNDS = { scripts: 220_000, onUse: 150_000, login: 90_000, typing: 50, memory: 400 } as const
const IMAGES = 40
/** How many times slower the processor is while somebody types. */
const SLOWER = 4
/** Loaded when an item is sent. */
const SENDER = /^image-sender/

/** Scripts, typing and memory of the wizard with forty images of 10 megapixels; Lighthouse; then the journey of such a shoebox. */
export async function benchWizard(say: (line: string) => void): Promise<Figure[]> {
  say('Making a town and forty images …')
  const [town, shoebox, executablePath] = await Promise.all([startSmallTown(), makeShoebox(IMAGES), ensureHeadless()])
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS })
  const site = `http://localhost:${town.port}`
  const figures: Figure[] = []
  try {
    const login = await browser.newPage()
    await login.goto(`${site}/login/`, { waitUntil: 'networkidle' })
    figures.push(bytesFigure('Login page, scripts after brotli', await loadedScripts(login), BOUNDS.login))
    await login.close()

    const page = await joinAsVolunteer(await browser.newContext(), town, site, 'bench@example.org')
    await choosePhotographs(page, shoebox.files)
    await page
      .getByText(/^Saved on this device/)
      .first()
      .waitFor({ timeout: 120_000 })
    await page.waitForLoadState('networkidle')
    const before = await loadedScripts(page)
    const all = await scriptsOf(site, '/add-item/')
    const sender = [...all].filter(([name]) => SENDER.test(name))
    figures.push(
      bytesFigure(
        'Wizard, scripts with images and sending, after brotli',
        new Map([...before, ...sender]),
        BOUNDS.scripts,
      ),
    )

    say('Typing with forty images, the processor four times slower …')
    for (const { field, median, worst } of await typingTimes(page, SLOWER))
      figures.push({
        name: `Typing: ${field}`,
        value: median,
        unit: 'ms',
        bound: { most: BOUNDS.typing },
        from: `from a key to the next picture of the page, half of the keys; ${worst} at worst`,
      })
    figures.push(await emptyPageFigure(browser))
    const { now, peak } = await memoryOfTab(browser)
    figures.push(
      {
        name: 'Tab with forty images',
        value: now,
        unit: 'MiB',
        bound: { most: BOUNDS.memory },
        from: 'memory of its process, its share of what is shared',
      },
      { name: 'The same at its peak', value: peak, unit: 'MiB', from: 'with all that is shared' },
    )

    await openParts(page)
    const onUse = [...(await loadedScripts(page))].filter(([name]) => !before.has(name) && !SENDER.test(name))
    figures.push(bytesFigure('Map, popups and watermark editor, scripts after brotli', new Map(onUse), BOUNDS.onUse))

    say('Lighthouse, mobile: login, wizard, submissions, account …')
    figures.push(...(await volunteerPages(town, site, shoebox.files.slice(0, 2))))

    say('The journey of a shoebox of forty images …')
    const began = performance.now()
    await runToEnd(
      ['node_modules/vitest/vitest.mjs', 'run', '--project', 'site', 'tests/e2e/add-item/shoebox.test.ts'],
      {
        ...process.env,
        SHOEBOX: String(IMAGES),
        LOTLINE_TESTS: 'all',
        // It makes a town of its own; this one spares it another.
        E2E_URL: site,
        E2E_DATA: town.data,
      },
    )
    const seconds = (performance.now() - began) / 1000
    figures.push({
      name: 'Forty images in spite of everything, twice',
      value: seconds,
      unit: 's',
      from: 'tests/e2e/add-item/shoebox.test.ts',
    })
  } finally {
    await browser.close()
    await town.stop()
    rmSync(shoebox.folder, { recursive: true, force: true })
  }
  return figures
}

/** What the browser itself takes on this machine at the moment. */
async function emptyPageFigure(browser: Browser): Promise<Figure> {
  const page = await browser.newPage()
  await page.setContent('<label>Title <input></label>')
  const [{ median, worst } = { median: 0, worst: 0 }] = await typingTimes(page, SLOWER, ['Title'])
  await page.close()
  return {
    name: 'Typing: a page with one field',
    value: median,
    unit: 'ms',
    from: `the same for the browser alone; ${worst} at worst`,
  }
}

const bytesFigure = (name: string, scripts: Map<string, number>, most: number): Figure => ({
  name,
  value: [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0),
  unit: 'bytes',
  bound: { most },
  from: [...scripts]
    .sort(([, a], [, b]) => b - a)
    .map(([name, bytes]) => `${name.split('.')[0]} ${bytes}`)
    .join(', '),
})

/** Scripts that the page has fetched, with their bytes as they travelled. */
async function loadedScripts(page: Page): Promise<Map<string, number>> {
  const found = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ name, encodedBodySize }) => [name.split('/').at(-1)!, encodedBodySize] as const),
  )
  return new Map(found)
}

/** Opens what loads when it is first used. */
async function openParts(page: Page): Promise<void> {
  const close = async (name?: string) => {
    const dialog = page.getByRole('dialog', name ? { name } : {})
    await dialog.waitFor()
    await page.waitForLoadState('networkidle')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  }
  await page.getByRole('button', { name: 'Watermark of scan-01.jpg' }).click()
  await close('Watermark')
  for (const name of ['Add a person', 'Add Subject', 'Add Organization']) {
    await page.getByRole('button', { name, exact: true }).click()
    await close()
  }
  const isScript = page.waitForResponse((answer) => answer.url().endsWith('.js'))
  await page.getByRole('button', { name: 'Choose on the map' }).click()
  await isScript
  // What the map itself asks for.
  await page.waitForTimeout(3000)
}

/** MiB of the largest page process: its proportional share, and its peak. */
async function memoryOfTab(browser: Browser): Promise<{ now: number; peak: number }> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const kilobytes = (file: string, name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(file, 'utf8'))?.[1] ?? 0)
  const tabs = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => ({
      now: kilobytes(`/proc/${id}/smaps_rollup`, 'Pss') / 1024,
      peak: kilobytes(`/proc/${id}/status`, 'VmHWM') / 1024,
    }))
  return tabs.reduce((largest, tab) => (tab.now > largest.now ? tab : largest))
}
