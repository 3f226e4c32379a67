import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAY_REMOVE } from '../../scripts/setup/lint-rules.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const SQL = [
  "export const rows = (db) => db.selectFrom('item').execute()\n",
  "import { sql } from 'kysely'\nexport const rows = sql`select 1`\n",
]
const REMOVING = [
  "import { rm } from 'node:fs/promises'\nexport { rm }\n",
  "import { unlinkSync as gone } from 'node:fs'\nexport { gone }\n",
  "import { renameSync } from 'fs'\nexport { renameSync }\n",
  "import fs from 'node:fs'\nexport const drop = (path) => fs.rmSync(path)\n",
  "import * as fs from 'fs/promises'\nexport const drop = (path) => fs.unlink(path)\n",
  "import { promises } from 'node:fs'\nexport const drop = (path) => promises.rm(path)\n",
  "export { rmdir } from 'node:fs/promises'\n",
  "export const drop = async (path) => (await import('node:fs/promises')).rm(path)\n",
  "export const drop = (path) => process.getBuiltinModule('fs').rmSync(path)\n",
  'export const drop = (store) => store.deleteObject()\n',
]
const READING = "import { readFile } from 'node:fs/promises'\nexport { readFile }\n"
const SLOW = ['export const twice = /^(?:a+)+$/\n', 'export const trailing = /\\s+$/\n']
const LINEAR = 'export const trailing = /(?<!\\s)\\s+$/\n'
const WITH_EXPORT = '---\nexport const size = 1\n---\n<p>{size}</p>\n'
const WITH_PROPS = '---\nexport interface Props { size: number }\nconst { size } = Astro.props\n---\n<p>{size}</p>\n'

/** Invented files: what is in them, and the rule that finds it, if one is to. */
const CASES: [file: string, text: string, rule?: string][] = [
  ...SQL.flatMap((text, i): typeof CASES => [
    [`src/server/routes/sql-${i}.ts`, text, 'lotline(no-sql)'],
    [`src/server/http/sql-${i}.ts`, text, 'lotline(no-sql)'],
    [`src/server/repositories/sql-${i}.ts`, text],
  ]),
  ...REMOVING.flatMap((text, i): typeof CASES =>
    ['src/server/scans', 'src/server/routes', 'scripts'].map((folder) => [
      `${folder}/removing-${i}.ts`,
      text,
      'lotline(no-removal)',
    ]),
  ),
  ['src/server/storage/removal.ts', REMOVING[0]!],
  ['src/server/scans/reading.ts', READING],
  ...SLOW.map((text, i): (typeof CASES)[number] => [`src/rules/slow-${i}.ts`, text, 'regexp']),
  ['src/rules/linear.ts', LINEAR],
  ['src/islands/slow.ts', SLOW[0]!],
  ['src/components/WithExport.astro', WITH_EXPORT, 'lotline(no-export-from-component)'],
  ['src/components/WithProps.astro', WITH_PROPS],
]

const folder = mkdtempSync(path.join(os.tmpdir(), 'lotline-lint-'))
let found: { filename: string; code: string }[]

beforeAll(async () => {
  // Without types, which these rules need not.
  const config = readFileSync(path.join(root, '.oxlintrc.json'), 'utf8')
  writeFileSync(path.join(folder, '.oxlintrc.json'), config.replace(/"type(Aware|Check)": true/g, '"type$1": false'))
  cpSync(path.join(root, 'scripts/setup/lint-rules.mjs'), path.join(folder, 'scripts/setup/lint-rules.mjs'))
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  for (const [file, text] of CASES) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
  const oxlint = path.join(root, 'node_modules/oxlint/bin/oxlint')
  const run = promisify(execFile)(process.execPath, [oxlint, '--format=json'], { cwd: folder })
  const { stdout } = await run.catch((problem: { stdout: string }) => problem)
  found = (JSON.parse(stdout) as { diagnostics: typeof found }).diagnostics
})
afterAll(() => rmSync(folder, { recursive: true }))

const ruleIn = (file: string) => found.filter(({ filename }) => filename === file).map(({ code }) => code)

test.each(CASES)('%s: %j', (file, _, rule) => {
  if (rule === undefined) expect(ruleIn(file)).toEqual([])
  else expect(ruleIn(file).join()).toContain(rule)
})

test('every file that may remove is there, with a reason', () => {
  for (const [file, why] of Object.entries(MAY_REMOVE)) {
    expect([file, existsSync(path.join(root, file))]).toEqual([file, true])
    expect(why.length).toBeGreaterThan(10)
  }
})
