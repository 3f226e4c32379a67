import { builtinModules } from 'node:module'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PICTURE, ROOMS, drawHouse, filesOfSrc, importsOf, roomOf, sourceOf } from '../../scripts/setup/draw-house.ts'

test('the picture of the house shows the imports of today', () => {
  expect(readFileSync(PICTURE, 'utf8') === drawHouse(), 'run: node scripts/setup/draw-house.ts').toBe(true)
})

/** The layers of the server, top to bottom: each may import itself and those below (src/server/README.md). */
const SERVER_LAYERS = [
  ['routes', 'http', 'site'],
  [
    ...[
      'accounts',
      'publishing',
      'scans',
      'raster',
      'bundle',
      'mapping',
      'imports',
      'backup',
      'identity',
      'health',
      'mail',
    ],
    ...['reads', 'oai', 'hooks', 'settings', 'metrics', 'move', 'tables'],
  ],
  ['records', 'repositories'],
  ['database', 'storage', 'jobs', 'limits', 'json', 'errors'],
]
const folderOf = (name: string) => /^src\/server\/([^/]+)\//.exec(name)?.[1]
const layerOf = (folder: string | undefined) => SERVER_LAYERS.findIndex((layer) => layer.includes(folder!))

/** Pure: no I/O, and no library but valibot, and those that cut outlines and take markup apart. */
const LIBRARIES: Record<string, string[]> = {
  ...{ contract: ['valibot'], rules: ['valibot', 'polyclip-ts', 'htmlparser2'], views: [] },
}
/** Their code reaches a browser. */
const BROWSER = ['client', 'stores', 'islands']
const isNode = (name: string) => name.startsWith('node:') || builtinModules.includes(name)

/** Why a file may not import something, if so. */
function refusal(file: string, name: string): string | undefined {
  const [room, target] = [roomOf(file), roomOf(name)]
  const [folder, other] = [folderOf(file), folderOf(name)]
  if (!name.startsWith('src/')) {
    if (/^(?:scripts|tests)\//.test(name)) return 'a command or a test'
    if (name === 'package.json') return room === 'server' ? undefined : 'package.json'
    if (room && LIBRARIES[room] && !LIBRARIES[room].includes(name)) return 'a library in a pure room'
    return room && BROWSER.includes(room) && isNode(name) ? 'a Node module in a browser' : undefined
  }
  // `society.ts`, `look.ts` and `texts.ts` belong to no room.
  if (!target) return room === 'contract' ? 'the society' : undefined
  if (target !== room && !(room && ROOMS[room]!.slice(1).includes(target))) return `room ${target}`
  if (!folder || !other || folder === other) return undefined
  if (layerOf(other) < layerOf(folder)) return 'a higher layer'
  // Bundles may use the other features, but not the other way round.
  return other === 'bundle' && layerOf(folder) > 1 ? 'bundles' : undefined
}
const refused = (file: string, text: string) =>
  importsOf(file, text).flatMap(({ name }) => {
    const why = refusal(file, name)
    return why ? [`${file} imports ${name}: ${why}`] : []
  })

test('every file imports only what its room and its layer may', () => {
  expect(filesOfSrc().flatMap((file) => refused(file, sourceOf(file)))).toEqual([])
  const folders = new Set(filesOfSrc().flatMap((file) => folderOf(file) ?? []))
  expect([...folders].sort(), 'every folder of the server has a layer').toEqual(SERVER_LAYERS.flat().sort())
})

test.each([
  ['src/rules/a/b.ts', "import type { A } from '#server/a.ts'"],
  ['src/pages/a.astro', "---\nimport '#server/a.ts'\n---\n"],
  ['src/pages/a.ts', "const late = () => import('#server/a.ts')"],
  ['src/pages/a.ts', 'const late = () => import("#server/a.ts")'],
  ['src/pages/a.ts', 'const late = () => import(`#server/a.ts`)'],
  ['src/pages/a.ts', "export type T = typeof import('../server/a.ts')"],
  ['src/contract/a.ts', "import { society } from '#society'"],
  ['src/rules/a.ts', "import { readFileSync } from 'node:fs'"],
  ['src/rules/a.ts', "export * from 'kysely'"],
  ['src/stores/a.ts', "import {\n  readFileSync,\n} from 'fs'"],
  ['src/server/a.ts', "import { a } from '../../tests/a.ts'"],
  ['src/server/records/a.ts', "import { a } from '../http/a.ts'"],
  ['src/server/storage/a/b.ts', "import { a } from '#server/raster/a.ts'"],
  ['src/server/records/a.ts', "import { a } from '../bundle/a.ts'"],
])('the arrows run one way: %s, %s', (file, text) => {
  expect(refused(file, text)).toHaveLength(1)
})

/** Removes what imports nothing that is left, then what nothing left imports: circles remain. */
function circles(imports: Map<string, Set<string>>): string[] {
  for (let before = Infinity; imports.size < before;) {
    before = imports.size
    for (const [name, all] of imports) if (![...all].some((each) => imports.has(each))) imports.delete(name)
    const imported = new Set([...imports.values()].flatMap((all) => [...all]))
    for (const name of imports.keys()) if (!imported.has(name)) imports.delete(name)
  }
  return [...imports.keys()]
}

test('no file of src imports itself by way of others, not even for a type', () => {
  // What is loaded later is not counted.
  const atOnce = (file: string) => importsOf(file, sourceOf(file)).flatMap(({ name, isLater }) => (isLater ? [] : name))
  expect(circles(new Map(filesOfSrc().map((file) => [file, new Set(atOnce(file))])))).toEqual([])
})

test('no two folders of the server import each other, not even types, and there is no longer way round', () => {
  const graph = new Map<string, Set<string>>()
  for (const file of filesOfSrc()) {
    const folder = folderOf(file)
    if (!folder) continue
    const others = importsOf(file, sourceOf(file)).flatMap(({ name }) => folderOf(name) ?? [])
    graph.set(folder, new Set([...(graph.get(folder) ?? []), ...others.filter((other) => other !== folder)]))
  }
  expect(circles(graph)).toEqual([])
})
