import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { ESLint } from 'eslint'
import { describe, expect, test } from 'vitest'
import { MAY_REMOVE, ROOMS } from '../../eslint.config.js'

const root = path.resolve(import.meta.dirname, '../..')
const rooms = Object.keys(ROOMS) as (keyof typeof ROOMS)[]

/** The rules that this file is about; the others cost time. */
const RULES = ['boundaries/dependencies', 'no-restricted-syntax', 'no-restricted-imports']
const eslint = new ESLint({ cwd: root, ruleFilter: ({ ruleId }) => RULES.includes(ruleId) })

/** What the boundary rule says about one import in a file of a room. */
async function complaints(file: string, imported: string): Promise<string[]> {
  const [result] = await eslint.lintText(`export * from '${imported}'\n`, { filePath: path.join(root, file) })
  return (result?.messages ?? []).filter((m) => m.ruleId === 'boundaries/dependencies').map((m) => m.message)
}

/** Some file of a room that a module can import. */
function someFileOf(room: string): string {
  const found = readdirSync(path.join(root, 'src', room), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|astro|css)$/.test(name))
    .sort()[0]
  if (found === undefined) throw new Error(`src/${room} has no file`)
  return found
}

test.each(rooms)('a file of src/%s may import what the table says, and no other room', async (from) => {
  const allowed: readonly string[] = [from, ...ROOMS[from]]
  const lastAllowed = allowed.at(-1)!
  // One import of each kind is enough: the rule is made of the table.
  const refused = rooms.find((room) => !allowed.includes(room) && room !== 'pages')!
  for (const [to, expected] of [
    [lastAllowed, true],
    [refused, false],
  ] as const) {
    const file = someFileOf(to)
    for (const imported of [`../../${to}/${file}`, `#${to}/${file}`]) {
      const found = await complaints(`src/${from}/invented/module.ts`, imported)
      expect(found.length === 0, imported).toBe(expected)
    }
  }
})

describe('beside the rooms', () => {
  test('a dynamic import and a type import are held to the same rule', async () => {
    const filePath = path.join(root, 'src/pages/invented.ts')
    for (const text of [
      `export const late = () => import('#server/${someFileOf('server')}')\n`,
      `export type Late = typeof import('#contract/limits.ts')\nimport type * as tables from '#server/${someFileOf('server')}'\nexport type T = typeof tables\n`,
    ]) {
      const [result] = await eslint.lintText(text, { filePath })
      expect(result?.messages.map((m) => m.ruleId)).toContain('boundaries/dependencies')
    }
  })

  test('the frontmatter of a page is held to it too', async () => {
    const [result] = await eslint.lintText(`---\nimport '#server/${someFileOf('server')}'\n---\n<p>A page</p>\n`, {
      filePath: path.join(root, 'src/pages/invented.astro'),
    })
    expect(result?.messages.map((m) => m.ruleId)).toContain('boundaries/dependencies')
  })

  test('the contract and the rules know valibot and nothing else', async () => {
    for (const from of ['contract', 'rules']) {
      expect(await complaints(`src/${from}/invented.ts`, 'valibot'), from).toEqual([])
      for (const module of ['node:fs', 'kysely', 'fastify'])
        expect(await complaints(`src/${from}/invented.ts`, module), `${from} ${module}`).not.toEqual([])
    }
  })

  test('what reaches a browser uses no Node module', async () => {
    for (const from of ['client', 'islands'])
      expect(await complaints(`src/${from}/invented.ts`, 'node:fs'), from).not.toEqual([])
    expect(await complaints('src/server/invented.ts', 'node:fs')).toEqual([])
  })

  test('no room imports a command or a test', async () => {
    expect(await complaints('src/server/invented.ts', '../../tests/tooling/boundaries.test.ts')).not.toEqual([])
  })
})

describe('inside the server', () => {
  const rulesFor = async (file: string, text: string) =>
    (await eslint.lintText(text, { filePath: path.join(root, file) }))[0]!.messages.map(({ ruleId }) => ruleId)

  test.each([
    "export const rows = (db) => db.selectFrom('item').execute()\n",
    "import { sql } from 'kysely'\nexport const rows = sql`select 1`\n",
  ])('a route holds no SQL, a repository does: %s', async (text) => {
    expect(await rulesFor('src/server/routes/invented.ts', text)).toContain('no-restricted-syntax')
    expect(await rulesFor('src/server/http/invented.ts', text)).toContain('no-restricted-syntax')
    expect(await rulesFor('src/server/repositories/invented.ts', text)).not.toContain('no-restricted-syntax')
  })

  test.each([
    "import { rm } from 'node:fs/promises'\nexport { rm }\n",
    "import { unlinkSync as gone } from 'node:fs'\nexport { gone }\n",
    "import { renameSync } from 'fs'\nexport { renameSync }\n",
    "import fs from 'node:fs'\nexport const drop = (path) => fs.rmSync(path)\n",
    "import * as fs from 'fs/promises'\nexport const drop = (path) => fs.unlink(path)\n",
    "import { promises } from 'node:fs'\nexport const drop = (path) => promises.rm(path)\n",
    "export { rmdir } from 'node:fs/promises'\n",
    "export const drop = async (path) => (await import('node:fs/promises')).rm(path)\n",
    "export const drop = (path) => process.getBuiltinModule('fs').rmSync(path)\n",
  ])('nothing but the module for removals removes or renames a file: %s', async (text) => {
    for (const file of ['src/server/scans/invented.ts', 'src/server/routes/invented.ts', 'scripts/invented.ts']) {
      expect(await rulesFor(file, text), file).toContain('no-restricted-syntax')
    }
    expect(await rulesFor('src/server/storage/removal.ts', text)).not.toContain('no-restricted-syntax')
    const reading = "import { readFile } from 'node:fs/promises'\nexport { readFile }\n"
    expect(await rulesFor('src/server/scans/invented.ts', reading)).not.toContain('no-restricted-syntax')
  })

  test('every file that may is there, with a reason', () => {
    for (const [file, why] of Object.entries(MAY_REMOVE)) {
      expect([file, existsSync(path.join(root, file))]).toEqual([file, true])
      expect(why.length).toBeGreaterThan(10)
    }
  })

  test('a room of writes does not reach into bundles', async () => {
    const text = "export * from '../bundle/lists.ts'\n"
    expect(await rulesFor('src/server/records/invented.ts', text)).toContain('no-restricted-imports')
    expect(await rulesFor('src/server/scans/invented.ts', text)).not.toContain('no-restricted-imports')
  })
})
