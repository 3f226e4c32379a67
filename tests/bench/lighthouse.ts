import { CHROMIUM_ARGS, ensureChromium } from '../runner/chromium.ts'
import { median, type Figure } from './figures.ts'
import { openLighthouse } from './lighthouse/open-lighthouse.ts'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof CATEGORIES)[number]
/** Measured several times, and the middle taken: Lighthouse's own advice against a busy moment. */
export const RUNS = 3

/** What Lighthouse (mobile) says of one page, run by run. */
export interface Judged {
  /** 0 to 100. */
  points: Record<Category, number[]>
  /** Milliseconds; Infinity where nothing was painted. */
  largestPaint: number[]
  shift: number[]
  /** Names of the audits that were not passed in a run. */
  refused: string[]
}

export const told = (values: readonly number[]): string =>
  values.map((value) => Math.round(value * 1000) / 1000).join(', ')

/** Starts a Chromium for Lighthouse, hands over its port, and ends it. */
export async function withChromium<T>(work: (port: number) => Promise<T>): Promise<T> {
  const { launch } = await openLighthouse()
  const chrome = await launch({
    chromePath: await ensureChromium(),
    chromeFlags: ['--headless=new', ...CHROMIUM_ARGS],
  })
  try {
    return await work(chrome.port)
  } finally {
    chrome.kill()
  }
}

export async function judge(url: string, port: number): Promise<Judged> {
  const points: Judged['points'] = { performance: [], accessibility: [], 'best-practices': [], seo: [] }
  const [largestPaint, shift]: [number[], number[]] = [[], []]
  const refused = new Set<string>()
  const { lighthouse } = await openLighthouse()
  for (let run = 0; run < RUNS; run++) {
    const result = await lighthouse(url, { port, output: 'json', logLevel: 'silent', onlyCategories: [...CATEGORIES] })
    const { categories = {}, audits = {} } = result?.lhr ?? {}
    for (const name of CATEGORIES) points[name].push(Math.round((categories[name]?.score ?? 0) * 100))
    largestPaint.push(audits['largest-contentful-paint']?.numericValue ?? Infinity)
    shift.push(audits['cumulative-layout-shift']?.numericValue ?? Infinity)
    for (const { id, score, scoreDisplayMode } of Object.values(audits))
      if (scoreDisplayMode === 'binary' && score === 0) refused.add(id)
  }
  return { points, largestPaint, shift, refused: [...refused] }
}

/** The four categories as figures. @param least points of performance; the others have to be 100. */
export const pointFigures = (page: string, { points, refused }: Judged, least: number): Figure[] =>
  CATEGORIES.map((name) => ({
    name: `Lighthouse ${name}, ${page} page`,
    value: median(points[name]),
    unit: 'points',
    bound: { least: name === 'performance' ? least : 100 },
    from: `${told(points[name])}${refused.length > 0 ? `; refused: ${refused.join(', ')}` : ''}`,
  }))

/** Accessibility of a page behind a login, as a figure: what the browser keeps (the session, a draft) stays. Once is enough, because it does not depend on time. */
export async function accessibilityFigure(page: string, url: string, port: number): Promise<Figure> {
  const { lighthouse } = await openLighthouse()
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'silent',
    onlyCategories: ['accessibility'],
    disableStorageReset: true,
  })
  const { categories, audits = {} } = result?.lhr ?? {}
  const judged = Object.values(audits).filter(({ score }) => score !== null)
  const refused = judged.filter(({ score }) => score! < 1)
  return {
    name: `Lighthouse accessibility, ${page}`,
    value: Math.round((categories?.['accessibility']?.score ?? 0) * 100),
    unit: 'points',
    bound: { least: 100 },
    from: [`${judged.length} audits apply`, ...refused.map(({ id }) => id)].join(', '),
  }
}
