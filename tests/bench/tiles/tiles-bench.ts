import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { contentSecurityPolicy, securityHeaders } from '#release/files/security.ts'
import { layerSelection } from '#rules/map/layer-selection.ts'
import { RELEASE } from '#rules/addresses/site-routing.ts'
import { runToEnd } from '../../e2e/setup/process.ts'
import { cannon } from '../api/cannon.ts'
import { startServing } from '../api/serving.ts'
import { median, perSecond, type Figure } from '../figures.ts'
import { drawScan } from './scan.ts'

const LAYER = 4
/** Seconds of a round, and rounds: tiles and files take turns, so that a busy moment of the machine meets both. */
const SECONDS = 3
const ROUNDS = 5
/** Tiles that visitors look at meanwhile. */
const LOOKED_AT = 800

const tileAt = (z: number, x: number, y: number, version: string) =>
  `/raster/algebra/${z}/${x}/${y}.png?layers=${layerSelection(LAYER)}&alpha=0&v=${version}`

/** How long an old map takes from the command to its tiles, and tiles over HTTP against plain files of the same bytes from the same server. */
export async function benchTiles(say: (line: string) => void, { megapixels = 40 } = {}): Promise<Figure[]> {
  const data = mkdtempSync(path.join(tmpdir(), 'lotline-tiles-'))
  try {
    say(`Drawing a scan of ${megapixels} megapixels with 12 control points …`)
    const scan = await drawScan(data, megapixels)
    say('Making its tiles, zoom 13 to 19 …')
    const began = performance.now()
    const words = ['overlay', 'add', scan, '--layer', String(LAYER), '--zoom', '13-19']
    const said = await runToEnd(['scripts/archive.ts', ...words], { ...process.env, DATA_DIR: data })
    const seconds = (performance.now() - began) / 1000
    const tiles = Number(/ (\d+) tiles, [\d.]+ MB/.exec(said)?.[1])
    const made = `${tiles.toLocaleString('en')} tiles in ${seconds.toFixed(1)} s, from the command to its end`
    return [
      {
        name: `A scan of ${megapixels} megapixels, ready to be seen`,
        value: seconds,
        unit: 's',
        bound: { most: 60 },
        from: made,
      },
      { name: 'Tiles made', value: tiles / seconds, unit: 'tiles/s', bound: { least: 150 }, from: made },
      ...(await served(data, say)),
    ]
  } finally {
    rmSync(data, { recursive: true, force: true, maxRetries: 10 })
  }
}

interface Listed {
  version: string
  bounds: [west: number, south: number, east: number, north: number]
}

/** Addresses of tiles of the deepest level that have something in them, with their bytes. */
async function collect(base: string, { version, bounds: [west, , , north] }: Listed) {
  const z = 19
  const column = Math.floor(((west + 180) / 360) * 2 ** z)
  const latitude = (north * Math.PI) / 180
  const row = Math.floor(((1 - Math.asinh(Math.tan(latitude)) / Math.PI) / 2) * 2 ** z)
  const found: { path: string; body: Buffer }[] = []
  for (let at = 0; at < 4 * LOOKED_AT && found.length < LOOKED_AT; at += 1) {
    const where = tileAt(z, column + (at % 28), row + Math.floor(at / 28), version)
    const answer = await fetch(base + where, { headers: { accept: 'image/webp' } })
    const body = Buffer.from(await answer.arrayBuffer())
    if (answer.headers.get('content-type') === 'image/webp') found.push({ path: where, body })
  }
  return found
}

/** A site that holds these files and nothing else. */
function writeSite(data: string, files: readonly Buffer[]): string[] {
  const folder = path.join(data, 'site', 'releases', '1', RELEASE.site, 'plain')
  mkdirSync(folder, { recursive: true })
  files.forEach((body, at) => writeFileSync(path.join(folder, `${at}.webp`), body))
  // As a build writes them: they are a good part of what a small file costs.
  const headers = securityHeaders(
    contentSecurityPolicy({ scripts: [], styles: [] }, { apiBase: '' }, []),
    'https://archive.example.org',
  )
  writeFileSync(path.join(data, 'site', 'releases', '1', RELEASE.headers), JSON.stringify(headers))
  symlinkSync(path.join('releases', '1', RELEASE.site), path.join(data, 'site', 'current'))
  return files.map((_, at) => `/plain/${at}.webp`)
}

async function served(data: string, say: (line: string) => void): Promise<Figure[]> {
  const serving = await startServing(data)
  try {
    const [listed] = (await (await fetch(`${serving.base}/api/overlays/`)).json()) as Listed[]
    const tiles = await collect(serving.base, listed!)
    const bodies = tiles.map(({ body }) => body)
    const files = writeSite(data, bodies)
    say(`${tiles.length} tiles, and the same bytes as plain files, ${ROUNDS} rounds in turn …`)
    const measure = (paths: readonly string[]) =>
      cannon(
        serving.base,
        paths.map((where) => ({ path: where, headers: { accept: 'image/webp,*/*' } })),
        { seconds: SECONDS },
      )
    const tilePaths = tiles.map((tile) => tile.path)
    for (const paths of [tilePaths, files]) await measure(paths)
    const rounds: Record<'tiles' | 'files', number>[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({ tiles: await measure(tilePaths), files: await measure(files) })
    }
    const rate = (kind: 'tiles' | 'files') => median(rounds.map((round) => round[kind]))
    const size = Math.round(bodies.reduce((sum, { length }) => sum + length, 0) / bodies.length)
    return [
      {
        name: 'Tiles over HTTP, rate against plain files of the same bytes',
        value: median(rounds.map((round) => round.tiles / round.files)),
        unit: 'times',
        bound: { least: 0.8 },
        from: `${perSecond(rate('tiles'))} of ${perSecond(rate('files'))}, ${size.toLocaleString('en')} bytes each`,
      },
    ]
  } finally {
    await serving.stop()
  }
}
