import { readFileSync, realpathSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { BuildReport } from '#release/report.ts'
import { RELEASE } from '#rules/addresses/site-routing.ts'
import { start } from '../../e2e/setup/process.ts'
import type { Figure } from '../figures.ts'
import { makeLargeArchive } from '../large-archive-import.ts'
import { bareLoop, pagesOf } from './bare-loop.ts'
import { watchMemory } from './memory.ts'
import type { Peak } from './memory.ts'

const SIZE = { items: 10_000, people: 3000, organizations: 600, zones: 1500 }
const LOOPS = 3

/** `npm run build` of a large archive, as people run it: the page build against a bare loop, pull and index against the page build, memory. */
export async function benchBuild(say: (line: string) => void): Promise<Figure[]> {
  say(`Making an archive of ${SIZE.items.toLocaleString('en')} items …`)
  const data = await makeLargeArchive(SIZE)
  try {
    say('Building the whole site …')
    const { peak, seconds: whole } = await build(data)
    const current = path.join(data, 'site', 'current')
    const report = readReport(data)
    const pages = pagesOf(realpathSync(current))
    say(`The bare loop: ${pages.length.toLocaleString('en')} files of the same sizes on the same file system …`)
    const loops = Array.from({ length: LOOPS }, (_, at) => bareLoop(pages, path.join(data, 'site', `bare-loop-${at}`)))
    // Its best time, so that a busy disk does not flatter the build.
    const loop = Math.min(...loops)
    return [...figures(report, pages.length, loop), ...wholeBuild(report, whole, peak)]
  } finally {
    rmSync(data, { recursive: true, force: true, maxRetries: 10 })
  }
}

export const readReport = (data: string): BuildReport =>
  JSON.parse(
    readFileSync(path.join(path.dirname(realpathSync(path.join(data, 'site', 'current'))), RELEASE.report), 'utf8'),
  ) as BuildReport

const s = (value: number): string => `${value.toFixed(1)} s`
function timeOf({ seconds }: BuildReport, step: string): number {
  const value = seconds[step]
  if (value === undefined) throw new Error(`The build report has no time for ${step}.`)
  return value
}

function figures(report: BuildReport, pages: number, loop: number): Figure[] {
  const took = (step: string) => timeOf(report, step)
  return [
    {
      name: 'Page build, against a bare loop',
      value: took('pages') / loop,
      unit: 'times',
      bound: { most: 8 },
      from: `${pages.toLocaleString('en')} pages in ${s(took('pages'))}; the loop ${loop.toFixed(2)} s`,
    },
    {
      name: 'Pull through the API, against the page build',
      value: took('pull') / took('pages'),
      unit: 'times',
      bound: { most: 1 },
      from: s(took('pull')),
    },
    {
      name: 'Search index, against the page build',
      value: took('search') / took('pages'),
      unit: 'times',
      bound: { most: 1.5 },
      from: s(took('search')),
    },
  ]
}

/** Time and memory of `npm run build` from nothing, against the page build in it, which is Astro's own command (issue 14). */
function wholeBuild(report: BuildReport, whole: number, peak: Peak | undefined): Figure[] {
  const pages = timeOf(report, 'pages')
  const time: Figure = {
    name: 'Full build from nothing, against the page build',
    value: whole / pages,
    unit: 'times',
    bound: { most: 2.2 },
    from: `${s(whole)} with pull, search index and compression; pages ${s(pages)}`,
  }
  return peak ? [time, memoryFigure('Memory of the whole build at its peak', peak, 1536)] : [time]
}

export const memoryFigure = (name: string, { bytes, during }: Peak, most: number): Figure => ({
  name,
  value: bytes / 2 ** 20,
  unit: 'MiB',
  bound: { most },
  from: `the build and every process that it starts; at the peak: ${during}`,
})

/** Runs the build command. Answers its time in seconds and its peak memory, undefined where the system does not say. */
export async function build(data: string): Promise<{ seconds: number; peak: Peak | undefined }> {
  const began = performance.now()
  const running = start(['scripts/build-site.ts'], { ...process.env, DATA_DIR: data })
  const memory = watchMemory(running.pid, () => running.output().trim().split('\n').at(-1) ?? '')
  const code = await running.ended
  const seconds = (performance.now() - began) / 1000
  memory.stop()
  if (code !== 0) throw new Error(`npm run build failed:\n${running.output()}`)
  return { seconds, peak: memory.peak() }
}
