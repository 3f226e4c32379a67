import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { SCAN } from '#contract/limits.ts'
import { MAP_FILE } from '#contract/old-maps.ts'
import { HASHED_FOLDERS } from '#rules/addresses/site-routing.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { archiveProgram } from '../../scripts/archive/program.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const ofOneLine = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name!)

test('the settings have every variable that the programs read, and no other', () => {
  const programs = [read('scripts/serve.ts'), read('scripts/start/demo-folders.ts')].join('\n')
  const elsewhere = ofOneLine(programs, /\b(?:process\.env|environment)\.([A-Z_]+)/g)
  const variables = ofOneLine(read('src/server/config.ts'), /^ {2}([A-Z_]+): v\./gm)
  expect(variables.length).toBeGreaterThan(10)
  const told = ofOneLine(read('docs/operate/settings.md'), /^\| `([A-Z_]+)` /gm)
  expect(told.toSorted()).toEqual([...new Set([...variables, ...elsewhere])].sort())
})

const documents = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((name) => existsSync(new URL(`../../${name}`, import.meta.url)))

test('links between documents lead to files, and to headings that they have', () => {
  const anchors = (path: string) =>
    ofOneLine(read(path), /^#+ (.*)/gm).map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    )
  for (const name of documents) {
    for (const [, path = '', anchor] of read(name).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)) {
      const target = path ? join(dirname(name), path) : name
      expect(existsSync(new URL(`../../${target}`, import.meta.url)), `${path} in ${name}`).toBe(true)
      if (anchor) expect(anchors(target), `#${anchor} in ${name}`).toContain(anchor)
    }
  }
})

test('files that documents name are there', () => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  const paths = files
    .trim()
    .split('\n')
    .map((path) => `/${path}`)
  const isThere = (name: string) => paths.some((path) => path.endsWith(`/${name.replace(/^(?:\.\.?\/)+/, '')}`))
  for (const document of documents) {
    const named = ofOneLine(read(document), /`((?:[\w.-]+\/)*[\w-][\w.-]*\.(?:tsx?|mjs|css|astro))`/g)
    expect(
      named.filter((name) => !isThere(name)),
      document,
    ).toEqual([])
  }
})

test('the README is short, and no line of text has more than 120 columns', () => {
  expect(Buffer.byteLength(read('README.md'))).toBeLessThanOrEqual(12_000)
  for (const name of documents.filter(
    (each) => /^(?:docs\/|[A-Z]+\.md)/.test(each) && !each.endsWith('dependencies.md'),
  )) {
    const text = read(name).replaceAll(/^```.*?^```$/gms, '')
    // A single long word, such as an address, cannot be broken.
    const long = text.split('\n').filter((line) => line.length > 120 && /^\s*\S+ .* /.test(line))
    expect(long, name).toEqual([])
  }
})

test('the index of decisions names each of them once', () => {
  const files = readdirSync(new URL('../../docs/develop/decisions', import.meta.url))
  const named = ofOneLine(read('docs/develop/decisions/README.md'), /\]\(([\w-]+\.md)\)/g)
  expect(named.toSorted()).toEqual(files.filter((name) => name !== 'README.md').sort())
})

test('what the hosting examples keep for ever is what is called by its content, and nothing of the search', () => {
  const caddy = read('docs/operate/web-servers/Caddyfile')
  const hashed = HASHED_FOLDERS.map((folder) => `${folder}*`)
  expect(/@hashed path (.*)/.exec(caddy)![1]!.split(' ')).toEqual(hashed)
  const nginx = read('docs/operate/web-servers/nginx.conf')
  const folders = HASHED_FOLDERS.map((folder) => folder.slice(1, -1)).join('|')
  expect(nginx).toContain(`  ~^/(?:${folders})/ "public, max-age=31536000, immutable";`)
  expect(nginx).toContain(`location ~ ^/(?:${folders})/`)
  const cdn = /^- (`.*`): a year,/m.exec(read('docs/operate/cdn.md'))![1]!
  expect(cdn.split(' ')).toEqual(hashed.map((each) => `\`${each}\``))
})

test('what the hosting examples let through is what a picture or an old map may have', () => {
  const [, megabytes = ''] = /client_max_body_size (\d+)m;/.exec(read('docs/operate/web-servers/nginx.conf')) ?? []
  const [, caddy = ''] = /max_size (\d+)MB/.exec(read('docs/operate/web-servers/Caddyfile')) ?? []
  const withForm = Math.max(SCAN.maximumBytes, MAP_FILE.bytes) + 1024 * 1024
  expect(Number(megabytes) * 1024 * 1024).toBeGreaterThan(withForm)
  // Caddy counts in thousands.
  expect(Number(caddy) * 1e6).toBeGreaterThan(withForm)
})

test('the version is the same in the package, the changelog and the command', () => {
  const [, newest] = /^## \[(\d+\.\d+\.\d+)\]/m.exec(read('CHANGELOG.md'))!
  expect([newest, archiveProgram().version()]).toEqual([packageJson.version, packageJson.version])
})

test('SECURITY.md names tests that there are', () => {
  const named = ofOneLine(read('SECURITY.md'), /`(tests\/[^`]+)`/g)
  expect(named.length).toBeGreaterThan(10)
  for (const path of named) expect(existsSync(new URL(`../../${path}`, import.meta.url)), path).toBe(true)
})
