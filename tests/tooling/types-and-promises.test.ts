import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'

const REFUSED = {
  'wrong-type': ["export const years: number = '1890'", 'TS2322'],
  'index-that-may-miss': ['export const first: number = ([1] as number[])[0]', 'TS2322'],
  'promise-nobody-awaits': [
    'export const save = async (): Promise<void> => {}\nexport const go = () => { save() }',
    'no-floating-promises',
  ],
  'promise-as-condition': [
    'export const yes = async () => true\nexport const go = () => (yes() ? 1 : 2)',
    'no-misused-promises',
  ],
} as const

test('the linter reports wrong types and promises that nobody awaits, and passes what is right', () => {
  const root = path.resolve(import.meta.dirname, '../..')
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lotline-oxlint-'))
  const strict = path.join(root, 'node_modules/astro/tsconfigs/strictest.json')
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ extends: strict, include: ['*.ts'] }))
  for (const [name, [code]] of Object.entries(REFUSED)) writeFileSync(path.join(folder, `${name}.ts`), code)
  writeFileSync(path.join(folder, 'right.ts'), 'export const go = async () => await Promise.resolve(1)')
  const args = ['--config', path.join(root, '.oxlintrc.json'), '--type-aware', '--type-check', '--format=unix', folder]
  const { stdout } = spawnSync(path.join(root, 'node_modules/.bin/oxlint'), args, { cwd: root, encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  const reported = Map.groupBy(stdout.split('\n'), (line) => /([\w-]+)\.ts:/.exec(line)?.[1] ?? '')
  for (const [name, [, rule]] of Object.entries(REFUSED)) expect(reported.get(name)?.join('\n'), name).toContain(rule)
  expect(reported.get('right')).toBeUndefined()
})
