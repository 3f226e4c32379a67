import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const units = readdirSync(join(root, 'docs/operations'))
const text = readFileSync(join(root, 'docs/operations.md'), 'utf8')
let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'lotline-units-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

test.skipIf(!hasSystemd)('systemd accepts the units', () => {
  cpSync(join(root, 'docs/operations'), folder, { recursive: true })
  const files = units.filter((name) => /\.(?:service|timer)$/.test(name)).map((name) => join(folder, name))
  // It looks whether their programs are there.
  for (const file of files) writeFileSync(file, readFileSync(file, 'utf8').replaceAll('/opt/lotline', root))
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], {
    env: { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` },
    encoding: 'utf8',
  })
  const own = `${stdout}${stderr}`.split('\n').filter((line) => line.includes(folder) || line.includes('lotline'))
  expect([own, status]).toEqual([[], 0])
})

test('each timer has its service, each unit is in the text, and scripts have no mistakes of syntax', () => {
  for (const name of units) {
    if (name.endsWith('.timer')) expect(units).toContain(name.replace('.timer', '.service'))
    if (name.endsWith('.timer') || name.endsWith('.sh')) expect(text, name).toContain(name)
    if (name.endsWith('.sh')) execFileSync('sh', ['-n', join(root, 'docs/operations', name)])
  }
})

test('the check fails with a sentence for each problem', () => {
  const environment = { PATH: process.env.PATH, DATA_DIR: folder, SITE_URL: 'http://127.0.0.1:9', BACKUP_DIR: folder }
  const { status, stderr } = spawnSync('sh', [join(root, 'docs/operations/check.sh')], {
    env: environment,
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr).toContain('The archive does not answer.')
  expect(stderr).toContain(`There is no backup of the last two days in ${folder}.`)
})
