import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { root } from './steps.ts'
import type { Run, Step } from './steps.ts'

export interface Count {
  passed: number
  failed: number
  skipped: number
}

/** How one run ended: a count for each of its steps, seconds, and everything that it printed. */
export interface Outcome {
  counts: { step: Step; count: Count }[]
  seconds: number
  output: string
}

/** A run that has not ended after this long (milliseconds) hangs, and is ended. */
const LONGEST = 14 * 60_000

/** Starts the command of a run with the tools of node_modules/.bin and counts what it reports. Never throws. */
export async function perform(run: Run): Promise<Outcome> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lotline-test-'))
  const report = path.join(folder, 'report.json')
  const [tool = '', ...args] = run.command
  if (run.project) args.push('--reporter=default', '--reporter=json', `--outputFile.json=${report}`)
  const began = performance.now()
  try {
    const { code, output } = await listen(path.join(root, 'node_modules/.bin', tool), args)
    const seconds = (performance.now() - began) / 1000
    const counts = run.steps.map((step) => ({ step, count: run.project ? countTests(report, step) : asOne(code) }))
    // A run that failed outside of any test (it could not start, an error nobody awaited) still is a failure.
    const nothingFailed = counts.every(({ count }) => count.failed === 0)
    if (code !== 0 && nothingFailed && counts[0]) counts[0].count.failed += 1
    return { counts, seconds, output }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function listen(file: string, args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(file, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    const timer = setTimeout(() => {
      output += `\nEnded after ${LONGEST / 60_000} minutes.\n`
      child.kill('SIGKILL')
    }, LONGEST)
    const gather = (chunk: Buffer) => (output += chunk.toString())
    child.stdout.on('data', gather)
    child.stderr.on('data', gather)
    child.on('error', (problem) => (output += `${file}: ${problem.message}\n`))
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve({ code: code ?? 1, output })
    })
  })
}

const asOne = (code: number): Count => ({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 })

interface Report {
  testResults: { name: string; status: string; assertionResults: { status: string }[] }[]
}

/** The tests of a step's folder in Vitest's report; a file that could not be read as tests, or no report, is one failure. */
function countTests(report: string, step: Step): Count {
  const count = { passed: 0, failed: 0, skipped: 0 }
  let files: Report['testResults']
  try {
    files = (JSON.parse(readFileSync(report, 'utf8')) as Report).testResults
  } catch {
    return { ...count, failed: 1 }
  }
  const folder = path.join(root, 'folder' in step.does ? step.does.folder : '', path.sep)
  for (const file of files.filter(({ name }) => name.startsWith(folder))) {
    for (const { status } of file.assertionResults)
      count[status === 'passed' || status === 'failed' ? status : 'skipped'] += 1
    if (file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed')) count.failed += 1
  }
  // A step that finds no test has lost its tests.
  if (count.passed + count.failed + count.skipped === 0) count.failed = 1
  return count
}
