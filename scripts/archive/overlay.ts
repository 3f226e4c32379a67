import { statSync } from 'node:fs'
import type { Command } from 'commander'
import { LAYER, TILE_ZOOM } from '#contract/overlay.ts'
import { takeTurn } from '#server/database/take-turn.ts'
import { addOverlay, listOverlays, removeOverlay, type Added } from '#server/raster/overlays.ts'
import { wrongTiles } from '#server/raster/place.ts'
import { society } from '#society'
import { watchInterruption } from './interruption.ts'
import { UserError, fromCaller, withArchive } from './open-archive.ts'
import { showProgress, type ProgressLine } from './progress.ts'

interface AddOptions {
  layer: string
  points?: string
  annotation?: string
  zoom?: string
  replace?: boolean
}

const HELP = `
FILE is a GeoTIFF in EPSG:3857 or EPSG:4326, or a plain scan (TIFF, JPEG, PNG, WebP) with control points: a .points file of QGIS, or a
Georeference Annotation (.json, as Allmaps writes it). Without --points and --annotation they are looked for beside FILE: FILE.points,
FILE.json, and the same with FILE's own ending left out. The original is kept in the archive, and is part of every backup.

  npm run archive -- overlay add town-1856.tif --layer 6
  npm run archive -- overlay add scan.jpg --points scan.points --layer 6 --zoom 13-19 --replace`

export function addOverlayCommand(program: Command): void {
  const overlay = program.command('overlay').description('Old maps that lie over the map: add, list and remove them.')
  overlay
    .command('add')
    .description('Make the tiles of an old map and show it as a layer, also while the server runs.')
    .argument('<file>', 'a GeoTIFF, or a scan with control points')
    .requiredOption(
      '--layer <number>',
      `the number of the layer, ${LAYER.lowest} to ${LAYER.highest}, as society.ts names it`,
    )
    .option('--points <file>', 'control points as QGIS writes them')
    .option('--annotation <file>', 'control points as a Georeference Annotation')
    .option(
      '--zoom <from-to>',
      `levels to make, for example 13-19; without it ${TILE_ZOOM.made} to as deep as the scan is sharp`,
    )
    .option('--replace', 'put it in place of the map that has this number, which is shown until then')
    .addHelpText('after', HELP)
    .action(add)
  overlay.command('list').description('The old maps of the archive, by their numbers.').action(list)
  overlay
    .command('remove')
    .description(
      'Take an old map out of the archive. Its original and its control points are put aside, in DATA_DIR/removed-maps.',
    )
    .argument('<layer>', 'the number of the layer')
    .action(remove)
}

function layerOf(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text)
  throw new UserError(`A layer is a whole number from ${LAYER.lowest} to ${LAYER.highest}, not ${text}.`)
}

function zoomsOf(text: string | undefined): { minimumZoom?: number; maximumZoom?: number } {
  if (text === undefined) return {}
  const [, least, most] = /^(\d{1,2})-(\d{1,2})$/.exec(text) ?? []
  if (least === undefined) throw new UserError(`Zoom levels are written like 13-19, not ${text}.`)
  return { minimumZoom: Number(least), maximumZoom: Number(most) }
}

function fileOf(given: string): string {
  const path = fromCaller(given)
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw new UserError(`There is no file ${given}.`)
  return path
}

async function add(given: string, { layer: number, points, annotation, zoom, replace }: AddOptions): Promise<void> {
  if (points !== undefined && annotation !== undefined) {
    throw new UserError('Control points come from one file: give --points or --annotation.')
  }
  const layer = layerOf(number)
  const file = fileOf(given)
  const told = points ?? annotation
  const georeference = told === undefined ? undefined : fileOf(told)
  const zooms = zoomsOf(zoom)
  let begun = false
  let line: ProgressLine | undefined
  const interruption = watchInterruption(() => !begun)
  const onProgress = (done: number, total: number) => {
    interruption.check()
    begun = true
    if (total === 0) return
    line ??= showProgress('Tiles', 'tiles')
    line.update(done, total)
  }
  const added = await withArchive('make', (archive) =>
    takeTurn(archive.db, () =>
      addOverlay({ ...archive, file, layer, georeference, ...zooms, replace, onProgress, signal: interruption.signal }),
    ),
  ).finally(() => {
    line?.end()
    interruption.stop()
  })
  sayAdded(added)
}

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`
const DONE = { added: 'Added', replaced: 'Replaced', unchanged: 'Unchanged' }

function sayAdded({ row, source, written, aside }: Added): void {
  for (const note of source.notes) console.log(note)
  const from = source.points > 0 ? `${source.points} control points` : 'GeoTIFF'
  console.log(
    `${DONE[written]}: layer ${row.layer}, ${row.file_name} (${from}), zoom ${row.minimum_zoom} to ${row.maximum_zoom}, ${row.tiles} tiles, ${megabytes(row.bytes)}.`,
  )
  sayAside(aside)
  if (source.nativeZoom > row.maximum_zoom) {
    console.log(
      `The scan is sharp to zoom ${source.nativeZoom}: --zoom ${row.minimum_zoom}-${source.nativeZoom} would keep all of it.`,
    )
  }
  console.log(shownAs(row.layer) ?? unnamed(row.layer))
}

function sayAside(path: string | undefined): void {
  if (path !== undefined)
    console.log(`The original that was there lies in ${path}, in case you need it; backups do not hold it.`)
}

/** What society.ts calls a layer; undefined where it names no such layer. */
function nameOf(layer: number): string | undefined {
  const overlay = society.map.overlays.find((each) => each.layer === layer)
  const base = society.map.baseMaps.find(
    (each) => 'layers' in each && (each.layers as readonly number[]).includes(layer),
  )
  return overlay?.id ?? base?.id
}

function shownAs(layer: number): string | undefined {
  const name = nameOf(layer)
  return name && `src/society.ts shows it as “${name}”.`
}

const unnamed = (layer: number) =>
  `src/society.ts does not show it yet. Write in its map.overlays, then build the site (npm run build):
  { id: 'a-name', layer: ${layer}, title: 'Title of the map', year: 1856, inLegend: true },`

async function list(): Promise<void> {
  const { overlays, tilesDir } = await withArchive('refuse', async ({ db, tilesDir }) => {
    return { overlays: await listOverlays(db), tilesDir }
  })
  if (overlays.length === 0) console.log('There are no old maps in the archive. "overlay add" adds one.')
  for (const row of overlays) {
    const { layer, file_name, minimum_zoom, maximum_zoom, tiles, bytes } = row
    const name = nameOf(layer) ?? 'not in society.ts'
    console.log(
      `${layer}: ${name}, ${file_name}, zoom ${minimum_zoom} to ${maximum_zoom}, ${tiles} tiles, ${megabytes(bytes)}`,
    )
    const wrong = wrongTiles(tilesDir, row)
    if (wrong) console.log(`  ${wrong} The server makes them again, or doctor --repair.`)
  }
}

async function remove(given: string): Promise<void> {
  const layer = layerOf(given)
  const { row, aside } = await withArchive('refuse', (archive) =>
    takeTurn(archive.db, () => removeOverlay(archive, layer)),
  )
  console.log(`Removed layer ${layer}, ${row.file_name}.`)
  sayAside(aside)
  const name = nameOf(layer)
  if (name) console.log(`src/society.ts still names it, as “${name}”.`)
}
