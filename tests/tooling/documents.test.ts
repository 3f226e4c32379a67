import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SCAN } from '#contract/limits.ts'
import { MAP_FILE } from '#contract/old-maps.ts'
import { HASHED_FOLDERS } from '#rules/addresses/site-routing.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const ofOneLine = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name!)

test('the README has every variable that the programs read, and no other', () => {
  const programs = [read('scripts/serve.ts'), read('scripts/start/demo-folders.ts')].join('\n')
  const elsewhere = ofOneLine(programs, /\b(?:process\.env|environment)\.([A-Z_]+)/g)
  const variables = ofOneLine(read('src/server/config.ts'), /^ {2}([A-Z_]+): v\./gm)
  expect(variables.length).toBeGreaterThan(10)
  const told = ofOneLine(read('README.md'), /^\| `([A-Z_]+)` /gm)
  expect(told.toSorted()).toEqual([...new Set([...variables, ...elsewhere])].sort())
})

test('the index of decisions names each of them once', () => {
  const files = readdirSync(new URL('../../docs/decisions', import.meta.url)).filter((name) => /^\d/.test(name))
  const named = ofOneLine(read('docs/decisions/README.md'), /\]\(([^)]+\.md)\)/g)
  expect(named.toSorted()).toEqual(files.sort())
})

test('what the hosting examples keep for ever is what is called by its content, and nothing of the search', () => {
  const caddy = read('docs/hosting/Caddyfile')
  const hashed = HASHED_FOLDERS.map((folder) => `${folder}*`)
  expect(/@hashed path (.*)/.exec(caddy)![1]!.split(' ')).toEqual(hashed)
  expect(/@earlier \{\n\t\tpath (.*)/.exec(caddy)![1]!.split(' ')).toEqual(hashed)
  const nginx = read('docs/hosting/nginx.conf')
  const folders = HASHED_FOLDERS.map((folder) => folder.slice(1, -1)).join('|')
  expect(nginx).toContain(`  ~^/(?:${folders})/ "public, max-age=31536000, immutable";`)
  expect(nginx).toContain(`location ~ ^/(?:${folders})/`)
  const cdn = /^\| (.*?) +\| a year /m.exec(read('docs/hosting/cdn.md'))![1]!
  expect(cdn.split(' ')).toEqual(hashed.map((each) => `\`${each}\``))
})

test('what the hosting examples let through is what a picture or an old map may have', () => {
  const [, megabytes = ''] = /client_max_body_size (\d+)m;/.exec(read('docs/hosting/nginx.conf')) ?? []
  const [, caddy = ''] = /max_size (\d+)MB/.exec(read('docs/hosting/Caddyfile')) ?? []
  const withForm = Math.max(SCAN.maximumBytes, MAP_FILE.bytes) + 1024 * 1024
  expect(Number(megabytes) * 1024 * 1024).toBeGreaterThan(withForm)
  // Caddy counts in thousands.
  expect(Number(caddy) * 1e6).toBeGreaterThan(withForm)
})

test('SECURITY.md names tests that there are', () => {
  const named = ofOneLine(read('SECURITY.md'), /`(tests\/[^`]+)`/g)
  expect(named.length).toBeGreaterThan(10)
  for (const path of named) expect(existsSync(new URL(`../../${path}`, import.meta.url)), path).toBe(true)
})
