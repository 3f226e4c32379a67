import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DEMO_MAP_LAYERS } from '#demo/maps/layers.ts'
import { importHostileTexts } from '../e2e/setup/additions.ts'
import { databaseIn, skipBuilds, skipPictureSizes, untilFinished } from '../e2e/setup/finished.ts'
import { freePort, start, untilUp } from '../e2e/setup/process.ts'

/**
 * `npm start` as a newcomer meets it, without a test runner: an empty data folder becomes a town that answers; stopped and started
 * again, while its last maps are being made, it keeps its data, is quick and goes on with the maps. Prints a line for each check and the count as the last one; exit code 1 when one fails.
 */
const FIRST = 12 * 60_000
const AGAIN = 30_000
const STOP = 10_000

const count = { passed: 0, failed: 0 }
function check(what: string, holds: boolean, seen: unknown): void {
  count[holds ? 'passed' : 'failed'] += 1
  console.log(`${holds ? '✓' : '✗'} ${what}${holds ? '' : `: ${JSON.stringify(seen)}`}`)
}
const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`

/** LOTLINE_TOWN names an empty folder whose town is to stay, with what the journeys need besides (tests/runner/main.ts). */
const kept = process.env.LOTLINE_TOWN
const data = kept || mkdtempSync(path.join(os.tmpdir(), 'lotline-start-up-'))
const port = await freePort()
const base = `http://localhost:${port}`
const env = { ...process.env, DATA_DIR: data, PORT: String(port), CI: 'true' }
const up = [`${base}/`, `${base}/api/health/`]

/** What the town is, as somebody outside sees it: pages, counts, index. */
async function look(): Promise<Record<string, unknown>> {
  const json = async (where: string): Promise<unknown> => (await fetch(base + where)).json()
  const items = (await json('/api/items/?page_size=1')) as { count: number; results: { id: number }[] }
  const item = await fetch(`${base}/itemview/${items.results[0]?.id}/`)
  const health = (await json('/api/health/')) as { status?: string }
  return {
    home: /<h1/.test(await (await fetch(`${base}/`)).text()),
    item: item.status,
    items: items.count,
    people: ((await json('/api/people/')) as unknown[]).length,
    zones: ((await json('/api/locations/')) as { features: unknown[] }).features.length,
    index: (await fetch(`${base}/pagefind/pagefind-entry.json`)).status,
    health: health.status,
  }
}

try {
  const first = start(['scripts/start.mjs'], env)
  let seen: Record<string, unknown>
  try {
    console.log(`✓ the first start answers after ${seconds(await untilUp(up, first, FIRST))}`)
    count.passed += 1
    seen = await look()
    check('the town has pages', seen.home === true && seen.item === 200, seen)
    check('the API serves 500 items or more', Number(seen.items) >= 500, seen)
    check(
      'the API serves 220 people and 150 zones or more',
      Number(seen.people) >= 220 && Number(seen.zones) >= 150,
      seen,
    )
    check('the search index is there', seen.index === 200, seen)
  } finally {
    const took = await first.stop()
    check(`it stops when asked, after ${seconds(took)}`, took < STOP && first.code() === 0, {
      took,
      code: first.code(),
    })
  }
  if (kept) {
    // The build that follows the maps has their pages.
    await importHostileTexts(env)
    await skipBuilds(databaseIn(data))
    await skipPictureSizes(databaseIn(data))
  }
  const second = start(['scripts/start.mjs'], env)
  try {
    const took = await untilUp(up, second, FIRST)
    check(`the second start is quick: ${seconds(took)}`, took < AGAIN, took)
    const now = await look()
    const isKept = (key: string) =>
      typeof now[key] === 'number' ? now[key] >= Number(seen[key]) : now[key] === seen[key]
    check('and keeps the data', Object.keys(seen).every(isKept), { seen, now })
    const finished = await untilFinished(data, FIRST)
    const maps = ((await (await fetch(`${base}/api/overlays/`)).json()) as { layer: number }[]).map(
      ({ layer }) => layer,
    )
    const all = [
      ...DEMO_MAP_LAYERS.overlays.map(({ layer }) => layer),
      ...DEMO_MAP_LAYERS.baseMaps.flatMap(({ layers = [] }) => layers),
    ]
    check(
      `the maps that the first start left for later are there after ${seconds(finished)}`,
      all.every((layer) => maps.includes(layer)),
      maps,
    )
  } finally {
    await second.stop()
  }
} catch (problem) {
  count.failed += 1
  console.log(`✗ ${problem instanceof Error ? problem.message : String(problem)}`)
} finally {
  if (!kept) rmSync(data, { recursive: true, force: true, maxRetries: 10 })
}
console.log(`${count.passed} passed, ${count.failed} failed`)
process.exitCode = count.failed > 0 ? 1 : 0
