import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Generates docs/develop/dependencies.md: every package of the lock files with its licence. Fails if a package has no licence, or one that is not allowed where it
 * is used. tests/tooling/licences.test.ts runs it.
 */
const ROOT = path.resolve(fileURLToPath(import.meta.url), '../../..')
export const DOCUMENT = 'docs/develop/dependencies.md'

/** Permissive: keeping the notices is enough. OFL-1.1 only affects modified copies of the font. */
export const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Zlib',
]

/** Other licences, only for these packages and never in code that visitors load. */
export const BESIDE = [
  {
    licence: 'LGPL-3.0-or-later',
    packages: /^@img\/sharp-/,
    why: 'libvips, which reads and writes pictures for `sharp`: a separate, unmodified and replaceable library on the server. Its licence covers the library and changes to it, but neither the pictures it writes nor Lotline.',
  },
  {
    licence: 'LGPL-3.0',
    packages: /^libheif-js$/,
    why: 'libheif as WebAssembly, which reads the pictures of phones (HEIC): a separate, unmodified and replaceable file on the server, as libvips is.',
  },
  {
    licence: 'MPL-2.0',
    packages: /^(lightningcss|axe-core$)/,
    why: 'The CSS minifier (its output is ours) and the accessibility checker in tests. Changes to their files would have to be published; there are none.',
  },
  {
    licence: 'Python-2.0',
    packages: /^argparse$/,
    why: 'Parses settings of the build. A permissive licence: keep its notice.',
  },
  { licence: 'CC-BY-4.0', packages: /^caniuse-lite$/, why: 'Browser data for tools, not redistributed.' },
]

/** Misspelt in a package's metadata: what its LICENSE file is. */
const MISSPELT = { 'BDS-3-Clause': 'BSD-3-Clause' }

/** Folders of src whose imports end up in pages or their scripts. */
const IN_PAGES = [
  'pages',
  'layouts',
  'components',
  'islands',
  'stores',
  'styles',
  'views',
  'client',
  'contract',
  'rules',
]
/**
 * In pages without an import: Astro's scripts for islands, Pagefind's search, and the fonts that src/styles/fonts are subset from. Their dependencies are
 * not in pages.
 */
const BUILT_IN = [
  'astro',
  '@astrojs/react',
  'pagefind',
  '@fontsource-variable/source-sans-3',
  '@fontsource-variable/source-serif-4',
]

const nameOf = (place) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** For SPDX expressions such as `(MIT OR GPL-3.0)` or `Apache-2.0 AND MIT`: true if some choice has only allowed licences. */
export const passes = (expression, isAllowed) =>
  expression
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => isAllowed(licence.trim())))

/** The path of a dependency of the package at `from`; undefined if it is not in the lock file. */
function resolve(packages, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const place = `${at === '' ? '' : `${at}/`}node_modules/${name}`
    if (packages[place]) return place
    if (at === '') return undefined
  }
}

/** The licence of a package. A build for another platform, listed with its version only, has the licence of its parent package. */
function licenceOf(packages, place) {
  const { license } = packages[place]
  if (license) return MISSPELT[license] ?? license
  const owner = Object.entries(packages).find(
    ([from, { optionalDependencies = {} }]) =>
      from !== '' && nameOf(place) in optionalDependencies && resolve(packages, from, nameOf(place)) === place,
  )
  return owner?.[1].license
}

/** Names of packages that a source text imports (TypeScript, Astro or CSS). */
export function importsOf(text) {
  const found = text.matchAll(/(?:\bfrom|\bimport|@import|@use|url)\s*\(?\s*['"]([^'"\n]+)['"]/g)
  return [...found]
    .map(([, specifier]) => specifier)
    .filter((specifier) => /^(@[\w-]+\/)?[a-z]/.test(specifier) && !/^(node|astro|https?|data):/.test(specifier))
    .map((specifier) =>
      specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/'),
    )
}

function importedByPages() {
  // @astrojs/react hydrates with react-dom, which src does not import itself.
  const names = new Set([...BUILT_IN, 'react-dom'])
  for (const folder of IN_PAGES) {
    const root = path.join(ROOT, 'src', folder)
    if (!existsSync(root)) continue
    const files = readdirSync(root, { recursive: true })
    for (const file of files.filter((name) => /\.(ts|tsx|astro|css)$/.test(name)))
      for (const name of importsOf(readFileSync(path.join(root, file), 'utf8'))) names.add(name)
  }
  return names
}

/** Paths of these packages and all their dependencies in the lock file. */
function withDependencies(packages, names) {
  const found = new Set()
  const visit = (place) => {
    if (place === undefined || found.has(place)) return
    found.add(place)
    if (BUILT_IN.includes(nameOf(place))) return
    for (const name of Object.keys(packages[place].dependencies ?? {})) visit(resolve(packages, place, name))
  }
  for (const name of names) visit(resolve(packages, '', name))
  return found
}

/** Every package as `{ name, version, licence, use }`, sorted by name, and a message for each that is not allowed. */
export function examine(packages, inPages) {
  const visitors = withDependencies(packages, inPages)
  const seen = new Map()
  const problems = []
  for (const [place, { version, dev, link }] of Object.entries(packages)) {
    if (place === '' || link) continue
    const name = nameOf(place)
    const licence = licenceOf(packages, place)
    const use = visitors.has(place) ? 'visitors' : dev ? 'tools' : 'server'
    const beside = (id) => use !== 'visitors' && BESIDE.some((each) => each.licence === id && each.packages.test(name))
    if (!licence) problems.push(`${name} ${version} has no licence.`)
    else if (!passes(licence, (id) => ALLOWED.includes(id) || beside(id)))
      problems.push(`${name} ${version} has the licence ${licence}, which is not allowed where it is used (${use}).`)
    const key = `${name} ${version}`
    if (seen.get(key)?.use !== 'visitors') seen.set(key, { name, version, licence, use })
  }
  const order = new Intl.Collator('en').compare
  return { list: [...seen.values()].sort((a, b) => order(a.name, b.name) || order(a.version, b.version)), problems }
}

const byLicence = (list) =>
  [...Map.groupBy(list, ({ licence }) => licence)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([licence, of]) => `**${licence}**: ${of.map(({ name, version }) => `${name} ${version}`).join(', ')}`)
    .join('\n\n')

export function write({ list }) {
  const of = (use) => list.filter((each) => each.use === use)
  return `<!-- Generated by node scripts/setup/list-licences.mjs. Do not edit. -->

# Packages in Lotline

${list.length} packages of package-lock.json and of the bench's own lock file, each with its declared licence. None of them affects an archive's records, pictures or pages.

## What visitors load

Scripts, fonts and icons in pages: permissive licences only (${ALLOWED.join(', ')}).

| Package | Version | Licence |
| --- | --- | --- |
${of('visitors')
  .map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`)
  .join('\n')}

## Licences with a condition

Separate libraries on the server or in the tools, never part of a page.

${BESIDE.map(({ licence, why }) => `- **${licence}**: ${why}`).join('\n')}

## Server and build

${byLicence(of('server'))}

## Tools for developers

${byLicence(of('tools'))}
`
}

/** Lighthouse: installed by the bench that needs it. */
const BENCH = 'tests/bench/lighthouse/'

const readLock = (folder) => JSON.parse(readFileSync(path.join(ROOT, folder, 'package-lock.json'), 'utf8')).packages
const ofBench = () =>
  Object.entries(readLock(BENCH))
    .filter(([place]) => place !== '')
    .map(([place, entry]) => [BENCH + place, { ...entry, dev: true }])
export const readPackages = () => ({ ...readLock(''), ...Object.fromEntries(ofBench()) })
export const examineAll = () => examine(readPackages(), importedByPages())

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const examined = examineAll()
  if (examined.problems.length > 0) {
    console.error(examined.problems.join('\n'))
    process.exitCode = 1
  } else {
    writeFileSync(path.join(ROOT, DOCUMENT), write(examined))
    console.log(`${DOCUMENT}: ${examined.list.length} packages.`)
  }
}
