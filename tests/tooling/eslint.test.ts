import { existsSync } from 'node:fs'
import path from 'node:path'
import { ESLint } from 'eslint'
import { describe, expect, test } from 'vitest'
import { MAY_REMOVE } from '../../eslint.config.js'

const root = path.resolve(import.meta.dirname, '../..')

/** The rules that this file is about; the others cost time. */
const RULES = ['no-restricted-syntax']
const eslint = new ESLint({ cwd: root, ruleFilter: ({ ruleId }) => RULES.includes(ruleId) })

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
})
