import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ensureHeadless } from './chromium.ts'
import { ensurePostgres } from './postgres.ts'
import { perform } from './run-step.ts'
import type { Count, Outcome } from './run-step.ts'
import { chosenSteps, root, runsOf } from './steps.ts'
import type { Run } from './steps.ts'

const total: Count = { passed: 0, failed: 0, skipped: 0 }
const failures: string[] = []

function words({ passed, failed, skipped }: Count): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

function show({ results, seconds, output }: Outcome): void {
  for (const { step, count, failures: named } of results) {
    console.log(`${count.failed > 0 ? '✗' : '✓'} ${step.name}: ${words(count)} (${seconds.toFixed(1)} s)`)
    for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += count[key]
    failures.push(...named)
  }
  if (results.some(({ count }) => count.failed + count.skipped > 0)) console.log(`${output.trim()}\n`)
}

/** Bytes of memory disk that the tests' archives need at most. */
const ROOM = 6 * 1024 ** 3

/** Temporary files lie in memory where there is room: an archive waits for the disk at each write, and the tests make hundreds. */
function useMemoryDisk(): string | undefined {
  if (process.env.TMPDIR) return undefined
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    if (bavail * bsize < ROOM) return undefined
    return (process.env.TMPDIR = mkdtempSync('/dev/shm/lotline-'))
  } catch {
    return undefined
  }
}

/** What the programs of the tests load is compiled once for all of them: a start takes half the processor time. */
function shareCompiledCode(): void {
  process.env.NODE_COMPILE_CACHE ??= path.join(root, 'node_modules/.cache/node')
}

async function lane(queue: Run[]): Promise<void> {
  for (let run = queue.shift(); run; run = queue.shift()) show(await perform(run))
}

async function main(): Promise<void> {
  const { steps, isLong } = chosenSteps(process.argv.slice(2))
  if (isLong) process.env.LOTLINE_TESTS = 'all'
  const isPostgres = ({ project }: Run) => project === 'postgres' || project === 'site-postgres'
  const all = runsOf(steps)
  const runs = all.some(isPostgres) && !ensurePostgres() ? all.filter((run) => !isPostgres(run)) : all
  const inBrowser = runs.filter(({ project }) => project?.startsWith('site'))
  // The town of the first start is the one that the journeys go through.
  if (inBrowser.some(({ project }) => project === 'site') && steps.some(({ part }) => part === 'start'))
    town = process.env.LOTLINE_TOWN = mkdtempSync(path.join(os.tmpdir(), 'lotline-town-'))
  const urgent = runs.filter((run) => !inBrowser.includes(run) && run.steps.some((step) => step.urgent))
  const others = runs.filter((run) => !inBrowser.includes(run) && !urgent.includes(run))
  // Two at a time. The others run at a lower priority (run-step.ts): a browser has the processors when it needs them, and they have what it leaves.
  await Promise.all([lane(urgent).then(() => goThrough(inBrowser)), lane(others)])
}

async function goThrough(inBrowser: Run[]): Promise<void> {
  if (inBrowser.length === 0) return
  process.env.CHROMIUM_PATH = await ensureHeadless()
  await lane(inBrowser)
}

let town: string | undefined
const memoryDisk = useMemoryDisk()
shareCompiledCode()
try {
  await main()
} catch (problem) {
  console.error(problem instanceof Error ? problem.message : problem)
  total.failed += 1
} finally {
  for (const folder of [town, memoryDisk]) if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
}
// Said again after all that was printed in between.
if (failures.length > 0) console.log(['Failed:', ...failures.map((line) => `  ${line}`)].join('\n'))
console.log(words(total))
process.exitCode = total.failed > 0 ? 1 : 0
