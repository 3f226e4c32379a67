import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { chromium, type Browser } from 'playwright'
import { packYears } from '#rules/years/year-file.ts'
import { CHROMIUM_ARGS, ensureChromium } from '../../runner/chromium.ts'
import { median, slowest, type Figure } from '../figures.ts'
import { lots } from '../map/zones.ts'
import { serveZonesPage } from '../map/zones-site.ts'
import type { YearPage } from './page/year-page.ts'
import { townYears } from './town.ts'

declare global {
  var yearPage: YearPage
}

/** Places of the town that the issue holds to its bounds, and of larger ones that are measured only. */
const PLACES = { held: 5_000, said: [15_000, 30_000] }
const BOUNDS = { file: 40_000, slowest: 33, median: 17, typed: 100 }
const SLOWER = 4
/** As the release compresses (release/files/precompress.ts). */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const YEARS = { from: 1830, to: 2026 }
const LOOKS = {
  laptop: { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
} as const

async function measure(browser: Browser, address: string, look: keyof typeof LOOKS, count: number) {
  const page = await (await browser.newContext(LOOKS[look])).newPage()
  await page.goto(address)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const files = [lots(count), packYears(townYears(count))] as const
  await page.evaluate(([zones, years]) => yearPage.show(zones, years, 16), files)
  const dragged = await page.evaluate(([from, to]) => yearPage.drag(from, to), [YEARS.from, YEARS.to] as const)
  const back = await page.evaluate(([from, to]) => yearPage.drag(to, from), [YEARS.from, YEARS.to] as const)
  const typed: number[] = []
  for (const year of [1850, 1911, 1871, 1990, 1840]) typed.push(await page.evaluate((at) => yearPage.type(at), year))
  await page.context().close()
  return { frames: [...dragged, ...back], typed }
}

/** The map in a year: dragging through all of them on a slow processor, a year that is typed, and the size of its file. */
export async function benchYear(say: (line: string) => void): Promise<Figure[]> {
  const site = await serveZonesPage(path.join(import.meta.dirname, 'page'))
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: CHROMIUM_ARGS })
  const figures: Figure[] = []
  try {
    for (const count of [PLACES.held, ...PLACES.said]) {
      const of = `${count.toLocaleString('en')} places`
      const bound = (most: number) => ({ most: count === PLACES.held ? most : Infinity })
      const file = JSON.stringify(packYears(townYears(count)))
      figures.push({
        name: `File of years after brotli, ${of}`,
        value: brotliCompressSync(file, QUALITY).length,
        unit: 'bytes',
        bound: bound(BOUNDS.file),
        from: `${file.length.toLocaleString('en')} characters`,
      })
      for (const look of Object.keys(LOOKS) as (keyof typeof LOOKS)[]) {
        say(`${of}, ${look} …`)
        const { frames, typed } = await measure(browser, site.address, look, count)
        const from = `${frames.length} frames, work of stores and drawing, processor ${SLOWER} times slower`
        const name = (what: string) => `${what}, ${look}, ${of}`
        figures.push(
          {
            name: name('Dragging, median frame'),
            value: median(frames),
            unit: 'ms',
            bound: bound(BOUNDS.median),
            from,
          },
          {
            name: name('Dragging, slowest of 100'),
            value: slowest(frames),
            unit: 'ms',
            bound: bound(BOUNDS.slowest),
            from,
          },
          {
            name: name('A year typed, all drawn'),
            value: median(typed),
            unit: 'ms',
            bound: bound(BOUNDS.typed),
            from: typed.map((each) => each.toFixed(0)).join(', '),
          },
        )
      }
    }
  } finally {
    await browser.close()
    site.close()
  }
  return figures
}
