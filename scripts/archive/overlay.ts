import { statSync } from 'node:fs'
import type { Command } from 'commander'
import * as v from 'valibot'
import { mapTexts, type MapLayers } from '#contract/map-layers.ts'
import { LAYER, TILE_ZOOM } from '#contract/overlay.ts'
import { withImportLock } from '#server/database/archive-locks.ts'
import { readMapLayers, type MapTexts } from '#server/repositories/map-layers.ts'
import { addOverlay, listOverlays, removeOverlay, type Added } from '#server/raster/overlays.ts'
import { findTilesProblem } from '#server/raster/overlay-storage.ts'
import { watchInterruption } from './interruption.ts'
import { UserError, fromCaller, withArchive } from './open-archive.ts'
import { showProgress, type ProgressLine } from './progress.ts'

interface AddOptions {
  layer: string
  points?: string
  annotation?: string
  zoom?: string
  replace?: boolean
  title?: string
  year?: string
}

const HELP = `
FILE is a GeoTIFF in EPSG:3857 or EPSG:4326, or a plain scan (TIFF, JPEG, PNG, WebP) with control points: a .points file of QGIS, or a
Georeference Annotation (.json, as written by Allmaps). Without --points and --annotation they are searched beside FILE: FILE.points,
FILE.json, and the same without FILE's own extension. The original is stored in the archive, and is part of every backup.

  npm run archive -- overlay add town-1856.tif --layer 6
  npm run archive -- overlay add scan.jpg --points scan.points --layer 6 --zoom 13-19 --replace`

export function addOverlayCommand(program: Command): void {
  const overlay = program.command('overlay').description('Add, list and remove old maps, which are laid over the map.')
  overlay
    .command('add')
    .description('Make the tiles of an old map and show it as a layer, even while the server runs.')
    .argument('<file>', 'a GeoTIFF, or a scan with control points')
    .requiredOption('--layer <number>', `the number of the layer, ${LAYER.lowest} to ${LAYER.highest}`)
    .option('--points <file>', 'control points from QGIS')
    .option('--annotation <file>', 'control points as a Georeference Annotation')
    .option(
      '--zoom <from-to>',
      `zoom levels to make, for example 13-19; default: ${TILE_ZOOM.made} to the resolution of the scan`,
    )
    .option('--title <title>', 'its title in the legend; default: the name of the file')
    .option('--year <year>', 'the year of the map, for example 1856')
    .option('--replace', 'replace the map with this number, which is shown until then')
    .addHelpText('after', HELP)
    .action(add)
  overlay.command('list').description('List the old maps of the archive by number.').action(list)
  overlay
    .command('remove')
    .description('Remove an old map. Its original and its control points move to the trash.')
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

/** Undefined where nothing is given: an earlier title stays. */
function textsOf({ title, year }: Pick<AddOptions, 'title' | 'year'>): MapTexts | undefined {
  if (title === undefined && year === undefined) return undefined
  const texts = v.safeParse(v.partial(v.object(mapTexts)), {
    title,
    year: year === undefined ? undefined : Number(year),
  })
  if (texts.success) return texts.output
  throw new UserError(texts.issues.map((issue) => `--${v.getDotPath(issue)}: ${issue.message}`).join('\n'))
}

function fileOf(name: string): string {
  const path = fromCaller(name)
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw new UserError(`There is no file ${name}.`)
  return path
}

async function add(
  name: string,
  { layer: number, points, annotation, zoom, replace, ...given }: AddOptions,
): Promise<void> {
  if (points !== undefined && annotation !== undefined) {
    throw new UserError('Control points come from one file: give --points or --annotation.')
  }
  const layer = layerOf(number)
  const file = fileOf(name)
  const pointsFile = points ?? annotation
  const georeference = pointsFile === undefined ? undefined : fileOf(pointsFile)
  const zooms = zoomsOf(zoom)
  const texts = textsOf(given)
  let started = false
  let line: ProgressLine | undefined
  const interruption = watchInterruption(() => !started)
  const onProgress = (done: number, total: number) => {
    interruption.check()
    started = true
    if (total === 0) return
    line ??= showProgress('Tiles', 'tiles')
    line.update(done, total)
  }
  const { added, layers } = await withArchive('refuse', (archive) =>
    withImportLock(archive.db, async () => {
      const { signal } = interruption
      const added = await addOverlay({
        ...archive,
        file,
        layer,
        georeference,
        ...zooms,
        replace,
        texts,
        onProgress,
        signal,
      })
      return { added, layers: await readMapLayers(archive.db) }
    }),
  ).finally(() => {
    line?.end()
    interruption.stop()
  })
  printAdded(added)
  printTitle(layers, layer)
}

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`
const DONE = { added: 'Added', replaced: 'Replaced', unchanged: 'Unchanged' }

function printAdded({ row, source, written, trashPath }: Added): void {
  for (const note of source.notes) console.log(note)
  const from = source.points > 0 ? `${source.points} control points` : 'GeoTIFF'
  console.log(
    `${DONE[written]}: layer ${row.layer}, ${row.file_name} (${from}), zoom ${row.minimum_zoom} to ${row.maximum_zoom}, ${row.tiles} tiles, ${megabytes(row.bytes)}.`,
  )
  printTrashPath(trashPath)
  if (source.nativeZoom > row.maximum_zoom) {
    console.log(
      `The scan has detail up to zoom ${source.nativeZoom}: --zoom ${row.minimum_zoom}-${source.nativeZoom} would show all of it.`,
    )
  }
}

function printTrashPath(path: string | undefined): void {
  if (path !== undefined)
    console.log(
      `The previous map is in the trash: ${path}. "npm run archive -- trash restore" brings it back; backups don't include it.`,
    )
}

/** The title of a layer, as the legend has it; undefined where visitors are not offered it. */
function titleOf({ overlays, baseMaps }: MapLayers, layer: number): string | undefined {
  const entry = overlays.find((each) => each.layer === layer) ?? baseMaps.find((each) => each.layers?.includes(layer))
  return entry && [entry.title, entry.year].join(' ').trimEnd()
}

function printTitle(layers: MapLayers, layer: number): void {
  const title = titleOf(layers, layer)
  if (title === undefined) return
  console.log(
    `Visitors see it as “${title}” after the next build. --title and --year change that, and so does Review, Old maps.`,
  )
}

async function list(): Promise<void> {
  const { overlays, layers, tilesDir } = await withArchive('refuse', async ({ db, tilesDir }) => {
    return { overlays: await listOverlays(db), layers: await readMapLayers(db), tilesDir }
  })
  if (overlays.length === 0) console.log('The archive has no old maps. "overlay add" adds one.')
  for (const row of overlays) {
    const { layer, file_name, minimum_zoom, maximum_zoom, tiles, bytes } = row
    const name = titleOf(layers, layer) ?? 'not shown'
    console.log(
      `${layer}: ${name}, ${file_name}, zoom ${minimum_zoom} to ${maximum_zoom}, ${tiles} tiles, ${megabytes(bytes)}`,
    )
    const wrong = findTilesProblem(tilesDir, row)
    if (wrong) console.log(`  ${wrong} The server or doctor --repair makes them again.`)
  }
}

async function remove(number: string): Promise<void> {
  const layer = layerOf(number)
  const { row, trashPath } = await withArchive('refuse', (archive) =>
    withImportLock(archive.db, () => removeOverlay(archive, layer)),
  )
  console.log(`Removed layer ${layer}, ${row.file_name}.`)
  printTrashPath(trashPath)
}
