import { stripVTControlCharacters } from 'node:util'

/**
 * Why a test failed, in one line: each of its failures, with what Playwright waited for and the line of the test. Of a run elsewhere nothing else may be left.
 * @param messages as in Vitest's report: message, Playwright's call log, stack.
 */
export const reasonOf = (messages: readonly string[]): string => messages.map(shorten).join(' | ') || 'no reason given'

function shorten(message: string): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .map((line) => line.trim())
  const waiting = lines.find((line) => line.startsWith('- waiting for '))
  const place = lines.map((line) => /^at .*\/(tests\/[^)]*)/.exec(line)?.[1]).find(Boolean)
  return [lines[0], waiting, place && `(${place})`].filter(Boolean).join(' ')
}
