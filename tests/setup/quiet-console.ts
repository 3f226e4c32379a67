import { afterAll, afterEach, expect } from 'vitest'

/**
 * A test that prints something it did not expect fails: noise hides the next real warning. A test that expects a message says so
 * with `vi.spyOn(console, 'warn').mockImplementation(…)`; its spy lies over what is set here.
 */
const METHODS = ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const
let printed: string[] = []

for (const method of METHODS)
  console[method] = (...words: unknown[]) => {
    printed.push(`console.${method}: ${words.map(String).join(' ')}`)
  }
process.on('warning', (warning) => printed.push(`${warning.name}: ${warning.message}`))

function expectSilence(): void {
  const lines = printed
  printed = []
  expect(lines, 'printed without being expected').toEqual([])
}

afterEach(expectSilence)
afterAll(expectSilence)
