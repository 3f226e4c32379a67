import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { reasonOf } from './reasons.ts'
import { root } from './steps.ts'
import type { Run, Step } from './steps.ts'

export interface Count {
  passed: number
  failed: number
  skipped: number
}

/** What a step came to. */
export interface Result {
  step: Step
  count: Count
  /** What failed, a line each: file, name, reasons. */
  failures: string[]
}

/** How one run ended: what each of its steps came to, seconds, and everything that it printed. */
export interface Outcome {
  results: Result[]
  seconds: number
  output: string
}

/** Minutes after which a run that has not ended hangs, and is ended. */
const longest = () => (process.env.LOTLINE_TESTS === 'all' ? 90 : 30)

/** Nice value of what is not urgent: that of the maps that a first start leaves for later, which would otherwise wait until the tests have ended. */
const BACKGROUND = 10

/** Starts the command of a run with the tools of node_modules/.bin and counts what it reports. Never throws. */
export async function perform(run: Run): Promise<Outcome> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lotline-test-'))
  const report = path.join(folder, 'report.json')
  const [tool = '', ...args] = run.command
  if (run.project) args.push('--reporter=default', '--reporter=json', `--outputFile.json=${report}`)
  const began = performance.now()
  try {
    const { code, output } = await listen(
      path.join(root, 'node_modules/.bin', tool),
      args,
      run.steps.some(({ urgent }) => urgent),
    )
    const seconds = (performance.now() - began) / 1000
    const results = run.steps.map((step) => (run.project ? countTests(report, step) : countCommand(step, code, output)))
    // A run that failed outside of any test (it could not start, an error nobody awaited) still is a failure.
    const nothingFailed = results.every(({ count }) => count.failed === 0)
    if (code !== 0 && nothingFailed && results[0])
      fail(results[0], `${results[0].step.name}: failed outside of any test`)
    return { results, seconds, output }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

function listen(file: string, args: string[], urgent: boolean): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(file, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    if (!urgent && child.pid !== undefined) os.setPriority(child.pid, BACKGROUND)
    const timer = setTimeout(() => {
      output += `\nEnded after ${longest()} minutes.\n`
      child.kill('SIGKILL')
    }, longest() * 60_000)
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

const nothing = (step: Step): Result => ({
  step,
  count: { passed: 0, failed: 0, skipped: 0 },
  failures: [],
})

function fail(result: Result, what: string): void {
  result.count.failed += 1
  result.failures.push(what)
}

/** A command counts as one test, or as many as the last line of its output says. */
function countCommand(step: Step, code: number, output: string): Result {
  const result = nothing(step)
  const counted = /^(\d+) passed, (\d+) failed$/.exec(output.trimEnd().split('\n').at(-1) ?? '')
  if (counted) {
    result.count = { passed: Number(counted[1]), failed: Number(counted[2]), skipped: 0 }
    result.failures = output.split('\n').filter((line) => line.startsWith('✗'))
  } else if (code === 0) result.count.passed = 1
  else fail(result, step.name)
  return result
}

interface Report {
  testResults: {
    name: string
    status: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

/** The tests of a step's folder in Vitest's report; a file that could not be read as tests, or no report, is one failure. */
function countTests(report: string, step: Step): Result {
  const result = nothing(step)
  let files: Report['testResults']
  try {
    files = (JSON.parse(readFileSync(report, 'utf8')) as Report).testResults
  } catch {
    fail(result, `${step.name}: no report`)
    return result
  }
  const folder = path.join(root, 'folder' in step.does ? step.does.folder : '', path.sep)
  for (const file of files.filter(({ name }) => name.startsWith(folder))) {
    for (const { status, fullName, failureMessages } of file.assertionResults) {
      const line = `${path.relative(root, file.name)} > ${fullName}: ${reasonOf(failureMessages)}`
      if (status === 'failed') fail(result, line)
      else result.count[status === 'passed' ? 'passed' : 'skipped'] += 1
    }
    if (file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed'))
      fail(result, `${path.relative(root, file.name)}: failed outside of its tests`)
  }
  // A step that finds no test has lost its tests.
  if (result.count.passed + result.count.failed + result.count.skipped === 0) fail(result, `${step.name}: no test`)
  return result
}
