import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DOCUMENT, examine, examineAll, passes, write } from '../../scripts/setup/list-licences.mjs'

test('every package has a licence that is allowed where it is used, and docs/develop/dependencies.md says so', () => {
  const examined = examineAll()
  expect(examined.problems).toEqual([])
  const said = readFileSync(new URL(`../../${DOCUMENT}`, import.meta.url), 'utf8')
  expect(said, 'Run node scripts/setup/list-licences.mjs').toBe(write(examined))
})

test('what is copyleft is refused in pages, and beside them where nobody has said why; so is what has no licence', () => {
  const packages = {
    '': {},
    'node_modules/page-tool': { version: '1.0.0', license: 'MIT', dependencies: { inner: '1' } },
    'node_modules/page-tool/node_modules/inner': { version: '1.0.0', license: 'LGPL-3.0-or-later' },
    'node_modules/inner': { version: '2.0.0', license: 'MIT' },
    'node_modules/@img/sharp-libvips-linux-x64': { version: '1.0.0', license: 'LGPL-3.0-or-later' },
    'node_modules/gnu': { version: '1.0.0', license: 'GPL-3.0' },
    'node_modules/nothing': { version: '1.0.0', dev: true },
    'node_modules/parts': { version: '1.0.0', license: 'MIT', optionalDependencies: { 'parts-darwin': '1.0.0' } },
    'node_modules/parts-darwin': { version: '1.0.0' },
  }
  const { list, problems } = examine(packages, new Set(['page-tool']))
  expect(problems).toEqual([
    'inner 1.0.0 has the licence LGPL-3.0-or-later, which is not allowed where it is used (visitors).',
    'gnu 1.0.0 has the licence GPL-3.0, which is not allowed where it is used (server).',
    'nothing 1.0.0 has no licence.',
  ])
  expect(list.find(({ name }) => name === 'parts-darwin')?.licence).toBe('MIT')
})

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0)', true],
  ['MIT AND GPL-3.0', false],
  ['(MIT AND Zlib)', true],
  ['SEE LICENSE IN README', false],
])('%s passes: %s', (expression, expected) => {
  expect(passes(expression, (licence: string) => ['MIT', 'Zlib'].includes(licence))).toBe(expected)
})
