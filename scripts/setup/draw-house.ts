import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Draws docs/pictures/house.svg: the rooms of `src` and their imports. `tests/tooling/house.test.ts` fails if the picture is out of date; to update it,
 * run `node scripts/setup/draw-house.ts`.
 */
const ROOT = path.resolve(import.meta.dirname, '../..')
export const PICTURE = path.join(ROOT, 'docs/pictures/house.svg')

/**
 * The rooms of `src`: a caption, and the rooms that each may import besides itself (docs/develop/README.md). Data flows one way. `pages` and `layouts`
 * may mount an island; an island never imports them. tests/tooling/house.test.ts holds every import to it.
 */
export const ROOMS: Record<string, [caption: string, ...imports: string[]]> = {
  contract: ['every call and entity'],
  rules: ['pure domain rules', 'contract'],
  server: ['the archive API', 'contract', 'rules', 'locks', 's3'],
  locks: ['locks between processes'],
  s3: ['client of object stores'],
  client: ['typed API client', 'contract'],
  snapshot: ['pulls what is published', 'views', 'client', 'contract', 'rules'],
  views: ["a page's data, per kind", 'contract', 'rules'],
  stores: ['state of the islands', 'views', 'client', 'contract', 'rules'],
  release: ['build, index, switch over', 'snapshot', 'views', 'client', 'contract', 'rules', 'locks', 's3'],
  styles: ['design tokens and CSS'],
  components: ['the markup, once', 'snapshot', 'views', 'contract', 'rules', 'styles'],
  islands: ['interactive parts', 'components', 'stores', 'views', 'client', 'contract', 'rules', 'styles'],
  layouts: ['frames of pages', 'components', 'snapshot', 'views', 'islands', 'contract', 'rules', 'styles'],
  pages: ['addresses', 'layouts', 'components', 'snapshot', 'views', 'islands', 'contract', 'rules', 'styles'],
  demo: ['the demo town', 'contract', 'rules'],
}

/** The files of src in git, and those that are not ignored. */
export const filesOfSrc = (): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    // Deleted, but not committed yet.
    .filter((file) => existsSync(path.join(ROOT, file)))

const IMPORT = /(?:\bfrom|\bimport)(\s*\()?\s*(['"]|(?<=\()`)([^'"`?\n]+)\2/g

/** What a source text imports, types too: files by their path from the root, packages by name. */
export const importsOf = (file: string, text: string): { name: string; isLater: boolean }[] =>
  [...text.matchAll(IMPORT)].map(([, later, , name]) => ({
    name: name!.replace(/^#/, 'src/').replace(/^\..*/, (relative) => path.join(path.dirname(file), relative)),
    isLater: later !== undefined,
  }))

export const sourceOf = (file: string): string =>
  /\.(?:ts|tsx|astro)$/.test(file) ? readFileSync(path.join(ROOT, file), 'utf8') : ''

export const roomOf = (name: string): string | undefined => /^src\/([^/]+)\//.exec(name)?.[1]

const BOX = { width: 176, height: 52 }
const GAP = { x: 64, y: 22 }
const MARGIN = 16

type Graph = Map<string, Set<string>>

/** Which room imports which. */
function importGraph(): Graph {
  const graph: Graph = new Map()
  for (const file of filesOfSrc()) {
    const room = roomOf(file)
    if (!room) continue
    const targets = graph.get(room) ?? new Set<string>()
    graph.set(room, targets)
    for (const { name } of importsOf(file, sourceOf(file))) {
      const target = roomOf(name)
      if (target && target !== room) targets.add(target)
    }
  }
  return graph
}

/** Transitive reduction, so that the picture is readable. */
function reduce(graph: Graph): Graph {
  const reaches = (from: string, to: string): boolean =>
    [...(graph.get(from) ?? [])].some((next) => next === to || reaches(next, to))
  return new Map(
    [...graph].map(([room, targets]) => [
      room,
      new Set([...targets].filter((to) => ![...targets].some((other) => other !== to && reaches(other, to)))),
    ]),
  )
}

/** Columns from left to right: a room is to the right of everything it imports. */
function columnsOf(graph: Graph): string[][] {
  const depth = new Map<string, number>()
  const depthOf = (room: string): number => {
    const known = depth.get(room)
    if (known !== undefined) return known
    const found = Math.max(-1, ...[...(graph.get(room) ?? [])].map(depthOf)) + 1
    depth.set(room, found)
    return found
  }
  const columns: string[][] = []
  for (const room of Object.keys(ROOMS).filter((room) => graph.has(room))) (columns[depthOf(room)] ??= []).push(room)
  return columns
}

export function drawHouse(): string {
  const graph = importGraph()
  const unknown = [...graph.keys()].filter((room) => !(room in ROOMS))
  if (unknown.length > 0) throw new Error(`Add a caption in ${import.meta.filename} for: ${unknown.join(', ')}`)
  const columns = columnsOf(graph)
  const tallest = Math.max(...columns.map((column) => column.length))
  const width = 2 * MARGIN + columns.length * BOX.width + (columns.length - 1) * GAP.x
  const height = 2 * MARGIN + tallest * BOX.height + (tallest - 1) * GAP.y
  const place = new Map<string, { x: number; y: number }>()
  for (const [i, column] of columns.entries()) {
    const free = height - column.length * BOX.height - (column.length - 1) * GAP.y
    for (const [j, room] of column.entries()) {
      place.set(room, { x: MARGIN + i * (BOX.width + GAP.x), y: free / 2 + j * (BOX.height + GAP.y) })
    }
  }
  const arrows = [...reduce(graph)]
    .sort()
    .flatMap(([room, targets]) => [...targets].sort().map((target) => arrow(place.get(target)!, place.get(room)!)))
  const boxes = [...place].map(([room, { x, y }]) => {
    const middle = x + BOX.width / 2
    return `<g><title>src/${room}: ${ROOMS[room]![0]}</title><rect x="${x}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="6"/>
<text class="name" x="${middle}" y="${y + 22}">${room}/</text><text x="${middle}" y="${y + 40}">${ROOMS[room]![0]}</text></g>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title">
<title id="title">The rooms of src: an arrow leads from a room to one that imports it. Rooms that are imported by way of another have no arrow of their own.</title>
<style>rect{fill:#fbf8f1;stroke:#5b6b73}text{font:12px system-ui,sans-serif;text-anchor:middle;fill:#3c4a52}.name{font-weight:600;font-size:14px}path{fill:none;stroke:#2f6f8f;stroke-width:1.3}#head path{fill:#2f6f8f;stroke:none}@media(prefers-color-scheme:dark){rect{fill:#22282c;stroke:#8aa0ab}text{fill:#dfe6ea}path{stroke:#7fb6d1}#head path{fill:#7fb6d1}}</style>
<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>
${arrows.join('\n')}
${boxes.join('\n')}
</svg>
`
}

type Corner = { x: number; y: number }

function arrow(from: Corner, to: Corner): string {
  const [x1, y1, x2, y2] = [from.x + BOX.width, from.y + BOX.height / 2, to.x, to.y + BOX.height / 2]
  const bend = Math.max(GAP.x / 2, (x2 - x1) / 2)
  return `<path marker-end="url(#head)" d="M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}"/>`
}

if (process.argv[1] === import.meta.filename) writeFileSync(PICTURE, drawHouse())
