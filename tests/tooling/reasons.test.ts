import { expect, test } from 'vitest'
import { reasonOf } from '../runner/reasons.ts'

test('a failed test says in one line what it waited for, and where', () => {
  const waited = [
    'locator.waitFor: Timeout 30000ms exceeded.',
    'Call log:',
    "\u001B[2m  - waiting for locator('.item') to be visible\u001B[22m",
    '',
    '    at async openMapOf (/a/clone/tests/e2e/map/item-over-map.ts:34:3)',
    '    at /a/clone/tests/e2e/map/item-popup.test.ts:105:35',
    '    at async file:///a/clone/node_modules/vitest/dist/chunks/run.js:2864:20',
  ].join('\n')
  expect(reasonOf([waited, 'Error: expected [] to equal []'])).toBe(
    "locator.waitFor: Timeout 30000ms exceeded. - waiting for locator('.item') to be visible (tests/e2e/map/item-over-map.ts:34:3) | Error: expected [] to equal []",
  )
  expect(reasonOf([])).toBe('no reason given')
})
