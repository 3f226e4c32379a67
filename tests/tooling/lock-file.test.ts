import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { missingOptional } from '../../scripts/setup/complete-lock.mjs'

const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as {
  packages: Record<string, { version?: string }>
}

test('the lock file holds the packages of every platform, so that npm ci accepts it', () => {
  expect(missingOptional(lock.packages)).toEqual({})
})

test('what is missing is added where Node looks for it', () => {
  const packages = {
    '': {},
    'node_modules/tool': {
      version: '2.0.0',
      optionalDependencies: { 'tool-linux-x64-gnu': '2.0.0', 'tool-windows-arm64': '2.0.0' },
    },
    'node_modules/tool-linux-x64-gnu': { version: '1.0.0' },
  }
  expect(missingOptional(packages)).toEqual({
    'node_modules/tool/node_modules/tool-linux-x64-gnu': {
      version: '2.0.0',
      optional: true,
      cpu: ['x64'],
      os: ['linux'],
      libc: ['glibc'],
    },
    'node_modules/tool-windows-arm64': { version: '2.0.0', optional: true, cpu: ['arm64'], os: ['win32'] },
  })
})
