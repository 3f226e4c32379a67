import { afterAll, afterEach, expect } from 'vitest'

/**
 * A test that prints something it did not expect fails: noise hides the next real warning. A test that expects a message says so
 * with `vi.spyOn(console, 'warn').mockImplementation(…)`; its spy lies over what is set here.
 */
const METHODS = ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const

/** What was printed since the last test. Files without isolation share a process, and this file runs before each of them: one list and one listener serve them all. */
const shared = globalThis as { printedByTests?: string[] }
if (!shared.printedByTests) {
  shared.printedByTests = []
  process.on('warning', (warning) => shared.printedByTests!.push(`${warning.name}: ${warning.message}`))
}
const printed = shared.printedByTests

for (const method of METHODS)
  console[method] = (...words: unknown[]) => {
    printed.push(`console.${method}: ${words.map(String).join(' ')}`)
  }

function expectSilence(): void {
  expect(printed.splice(0), 'printed without being expected').toEqual([])
}

afterEach(expectSilence)
afterAll(expectSilence)
