import { chromium } from 'playwright'
import { OPENED_ITEM, scriptsOf } from '../../budgets/page-weight.ts'
import { startDemoTown } from '../../e2e/setup/demo-town.ts'
import { CHROMIUM_ARGS, ensureChromium } from '../../runner/chromium.ts'
import { median, type Figure } from '../figures.ts'
import { RUNS, judge, pointFigures, told, withChromium } from '../lighthouse.ts'

/** What issue 4 holds the map page to: points, milliseconds, layout shift, bytes. */
const BOUNDS = {
  performance: 95,
  largestPaint: 2_000,
  shift: 0.01,
  usable: 2_500,
  scripts: 175_000,
} as const
/** Lighthouse's "mobile slow 4G": round trip in milliseconds, bytes a second, and how much slower the processor is. */
const PHONE = { latency: 150, throughput: 1_600_000 / 8, processor: 4 } as const

/** The map page of the demo town, as `npm start` serves it: Lighthouse, when it can be used on a phone, and its scripts. */
export async function benchMapPage(say: (line: string) => void): Promise<Figure[]> {
  const running = process.env.BENCH_URL
  if (!running) say('Making the demo town …')
  const town = running ? { baseUrl: running, stop: () => Promise.resolve() } : await startDemoTown()
  const executable = await ensureChromium()
  try {
    const scripts = await scriptsOf(town.baseUrl, '/', OPENED_ITEM)
    say('Lighthouse, mobile: map page …')
    const figures = await judgeMapPage(`${town.baseUrl}/`)
    say('The map page on a slow phone …')
    const usable = await timesToUse(`${town.baseUrl}/`, executable)
    return [
      ...figures,
      {
        name: 'Map usable on a slow phone',
        value: median(usable),
        unit: 'ms',
        bound: { most: BOUNDS.usable },
        from: `${told(usable)}; 150 ms, 1.6 Mbit/s, processor 4 times slower`,
      },
      {
        name: 'Map page, every script it can load before an item is opened, after brotli',
        value: [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0),
        unit: 'bytes',
        bound: { most: BOUNDS.scripts },
        from: [...scripts].map(([name, bytes]) => `${name.split('.')[0]} ${bytes}`).join(', '),
      },
    ]
  } finally {
    await town.stop()
  }
}

async function judgeMapPage(url: string): Promise<Figure[]> {
  const judged = await withChromium((port) => judge(url, port))
  const { largestPaint, shift } = judged
  return [
    ...pointFigures('map', judged, BOUNDS.performance),
    {
      name: 'Largest paint, map page',
      value: median(largestPaint),
      unit: 'ms',
      bound: { most: BOUNDS.largestPaint },
      from: told(largestPaint.map(Math.round)),
    },
    {
      name: 'Layout shift, map page (hundredths)',
      value: median(shift) * 100,
      unit: 'points',
      bound: { most: BOUNDS.shift * 100 },
      from: told(shift),
    },
  ]
}

/** Milliseconds from the beginning of a first visit to the page's own mark that its zones answer, on a throttled phone. */
async function timesToUse(url: string, executablePath: string): Promise<number[]> {
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS })
  const times: number[] = []
  try {
    for (let run = 0; run < RUNS; run++) {
      const context = await browser.newContext({
        viewport: { width: 412, height: 823 },
        deviceScaleFactor: 1.75,
        isMobile: true,
        hasTouch: true,
      })
      const page = await context.newPage()
      const session = await context.newCDPSession(page)
      await session.send('Network.enable')
      const { latency, throughput } = PHONE
      const network = { offline: false, latency, downloadThroughput: throughput, uploadThroughput: throughput }
      await session.send('Network.emulateNetworkConditions', network)
      await session.send('Emulation.setCPUThrottlingRate', { rate: PHONE.processor })
      await page.goto(url)
      const mark = await page.waitForFunction(() => performance.getEntriesByName('map-usable')[0]?.startTime)
      times.push((await mark.jsonValue())!)
      await context.close()
    }
  } finally {
    await browser.close()
  }
  return times
}
