import { chromium } from 'playwright'
import type { Browser, Page } from 'playwright'
import type { ZonesFile } from '#rules/map/zone-outlines.ts'
import { CHROMIUM_ARGS, ensureChromium } from '../../runner/chromium.ts'
import { median, type Figure } from '../figures.ts'
import type { ZonesPage } from './page/zones-page.ts'
import { answersTo, traced } from './trace.ts'
import { lots, realZones } from './zones.ts'
import { serveZonesPage } from './zones-site.ts'

declare global {
  var zonesPage: ZonesPage
}

/** Zones that the issue names, and the level at which all are about in view. */
const ZONES = { count: 5_000, zoom: 16 }
const LOOKS = {
  laptop: { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
} as const
type Look = keyof typeof LOOKS
const RUNS = 3
const HOVERS = 60
const PANNING = 2_000

async function open(browser: Browser, address: string, look: Look): Promise<Page> {
  const page = await (await browser.newContext(LOOKS[look])).newPage()
  await page.goto(address)
  return page
}
const show = (page: Page, zones: ZonesFile) =>
  page.evaluate(([file, zoom]) => zonesPage.show(file, zoom), [zones, ZONES.zoom] as const)

/** Milliseconds from a pointer that comes over another zone to the frame that shows it. */
async function hovers(page: Page): Promise<number[]> {
  const session = await page.context().newCDPSession(page)
  const places = await page.evaluate((count) => zonesPage.places(count), HOVERS + 5)
  const go = async (to: typeof places) => {
    for (const { x, y } of to) {
      await page.mouse.move(x, y)
      await page.waitForTimeout(40)
    }
  }
  await go(places.slice(0, 5))
  const events = await traced(session, () => go(places.slice(5)))
  if ((await page.evaluate(() => zonesPage.hovered())) === null) throw new Error('No zone answered to the pointer.')
  return answersTo('pointermove', events)
}

/** Frames a second while the map is dragged about. */
async function panning(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  const { width, height } = page.viewportSize()!
  await page.mouse.move(width / 2, height / 2)
  await page.mouse.down()
  await page.evaluate(() => zonesPage.countFrames())
  const began = Date.now()
  for (let turn = 0; Date.now() - began < PANNING; turn += 0.08) {
    const x = width / 2 + 0.4 * width * Math.sin(turn)
    const y = height / 2 + 0.4 * height * Math.cos(turn * 0.7)
    // Not waited for: a hand does not wait for the map either.
    void session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', button: 'left', buttons: 1, x, y })
    await new Promise((done) => setTimeout(done, 8))
  }
  const frames = await page.evaluate(() => zonesPage.countFrames())
  await page.mouse.up()
  return frames!
}

async function zonesFigures(browser: Browser, address: string, of: string, zones: ZonesFile): Promise<Figure[]> {
  const drawn: number[] = []
  const answers: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const page = await open(browser, address, 'laptop')
    drawn.push(await show(page, zones))
    answers.push(...(await hovers(page)))
    await page.context().close()
  }
  const figures: Figure[] = [
    {
      name: `First zones on screen after the data, ${of}`,
      value: median(drawn),
      unit: 'ms',
      bound: { most: 300 },
      from: drawn.map((each) => `${each.toFixed(0)} ms`).join(', '),
    },
    {
      name: `Pointer to painted highlight, median, ${of}`,
      value: median(answers),
      unit: 'ms',
      bound: { most: 16 },
      from: `${answers.length} zones, in the browser's own trace`,
    },
  ]
  for (const look of Object.keys(LOOKS) as Look[]) {
    const rates: { zones: number; empty: number }[] = []
    for (let run = 0; run < RUNS; run++) {
      const [page, empty] = [await open(browser, address, look), await open(browser, address, look)]
      await page.bringToFront()
      await show(page, zones)
      const own = await panning(page)
      await empty.bringToFront()
      await empty.evaluate(() => zonesPage.showNothing())
      rates.push({ zones: own, empty: await panning(empty) })
      await Promise.all([page, empty].map((each) => each.context().close()))
    }
    figures.push({
      name: `Frames while panning on a ${look}, against an empty Leaflet map, ${of}`,
      value: median(rates.map((rate) => rate.zones / rate.empty)),
      unit: 'times',
      bound: { least: 0.8 },
      from: rates.map((rate) => `${rate.zones.toFixed(0)} of ${rate.empty.toFixed(0)}/s`).join(', '),
    })
  }
  return figures
}

/** Zones on the engine's map: how soon they are there, how they answer, and whether they pan. */
export async function benchZones(say: (line: string) => void): Promise<Figure[]> {
  const site = await serveZonesPage()
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: CHROMIUM_ARGS })
  try {
    say(`${ZONES.count.toLocaleString('en')} lots …`)
    const figures = await zonesFigures(browser, site.address, '5,000 lots', lots(ZONES.count))
    const real = realZones()
    if (!real) {
      say('No real collection beside the checkout: its zones are skipped.')
      return figures
    }
    say(`${real.zones.length.toLocaleString('en')} zones of a real collection …`)
    return [...figures, ...(await zonesFigures(browser, site.address, 'a real collection', real))]
  } finally {
    await browser.close()
    site.close()
  }
}
