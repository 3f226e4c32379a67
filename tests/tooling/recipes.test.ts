import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')
const recipes = readFileSync(path.join(ROOT, 'docs/develop/recipes.md'), 'utf8')
  .split(/\n## /)
  .slice(1)
  .map((text) => {
    const [title = '', ...lines] = text.split('\n')
    // A step goes on in indented lines.
    const steps = lines
      .join('\n')
      .replaceAll(/\n {2,}/g, ' ')
      .split('\n')
    return { title, steps: steps.filter((line) => line.startsWith('- ')) }
  })

const codeSpans = (line: string) => [...line.matchAll(/`([^`]+)`/g)].map(([, span]) => span!)
const isPath = (span: string) => /^[\w.-]+(?:\/[\w.[\]-]*)+$/.test(span) || span === 'package.json'
const isIdentifier = (span: string) => /^[A-Za-z_]\w*$/.test(span)

/** The text of a file, or of all files in a folder. */
function textOf(name: string): string {
  const full = path.join(ROOT, name)
  if (!statSync(full).isDirectory()) return readFileSync(full, 'utf8')
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
    .join('\n')
}

/** Source files that match a pattern. */
const filesWith = (pattern: RegExp): string[] =>
  ['src', 'tests'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => path.posix.join(folder, name))
      .filter((name) => /\.tsx?$/.test(name) && pattern.test(readFileSync(path.join(ROOT, name), 'utf8'))),
  )

test('there are the recipes that contributors need', () => {
  const titles = recipes.map(({ title }) => title)
  expect(titles).toEqual(
    expect.arrayContaining([
      'Add a field',
      'Add a page',
      'Add a call',
      'Add an item type',
      'Add a kind of map',
      'Add a dependency',
    ]),
  )
})

describe.each(recipes)('$title', ({ steps }) => {
  test.each(steps)('%s', (step) => {
    const [file = '', ...others] = codeSpans(step)
    for (const name of [file, ...others.filter(isPath)]) expect(existsSync(path.join(ROOT, name)), name).toBe(true)
    const text = textOf(file)
    for (const symbol of others.filter(isIdentifier))
      expect(new RegExp(`\\b${symbol}\\b`).test(text), `${symbol} in ${file}`).toBe(true)
  })
})

test.each([
  ['Add an item type', /Record<ItemType,/],
  ['Add a call', /Record<EndpointName,/],
])('%s names every table with an entry for each of them', (title, pattern) => {
  const named = recipes.find((recipe) => recipe.title === title)!.steps.flatMap((step) => codeSpans(step)[0]!)
  const tables = filesWith(pattern).filter((file) => file !== 'tests/tooling/recipes.test.ts')
  expect(tables.length).toBeGreaterThan(0)
  expect(tables.filter((file) => !named.includes(file))).toEqual([])
})
