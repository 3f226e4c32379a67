import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { missingOptional } from '../../scripts/setup/complete-lock.mjs'

const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as {
  packages: Record<string, { version?: string }>
}

test('the lock file holds the packages of every platform, so that npm ci accepts it', () => {
  expect(missingOptional(lock.packages)).toEqual({})
})
