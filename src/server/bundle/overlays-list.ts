import { basename } from 'node:path'
import * as v from 'valibot'
import { LAYER, TILE_ZOOM } from '#contract/overlay.ts'
import type { Db, Trx } from '../database/tables.ts'
import { OverlayRefused } from '../raster/make/overlay-refused.ts'
import { listOverlays, writeOverlayRow } from '../raster/overlays.ts'
import { type OverlayInput, prepareOverlay, type PreparedOverlay } from '../raster/prepare-overlay.ts'
import { tilesVersion, type OverlayStorage } from '../raster/overlay-storage.ts'
import { sha256Of } from '../storage/removal.ts'
import type { Conflict, Issue, WriteCounts } from './bundle-row.ts'
import { readBundleJson, resolveBundlePath } from './bundle-path.ts'
import type { MediaStore } from '../storage/media-store.ts'
import type { RemovedOverlay } from '../raster/overlay-files.ts'

/** The list of old maps in a bundle; optional. */
export const OVERLAYS_LIST = 'overlays.json'

const whole = (least: number, most: number) => {
  const sentence = `A whole number from ${least} to ${most} is needed.`
  return v.pipe(v.number(sentence), v.integer(sentence), v.minValue(least, sentence), v.maxValue(most, sentence))
}
const zoom = v.optional(v.nullable(whole(TILE_ZOOM.lowest, TILE_ZOOM.deepest)))
const path = v.string('The name of a file in the bundle is needed.')

/** An old map: `file` and `georeference` (control points; null for a GeoTIFF, or where they are beside the file) are paths in the bundle. */
const listed = v.strictObject({
  layer: whole(LAYER.lowest, LAYER.highest),
  file: path,
  georeference: v.optional(v.nullable(path)),
  file_name: v.optional(v.nullable(v.string('Enter text.'))),
  minimum_zoom: zoom,
  maximum_zoom: zoom,
})
export type OverlayListed = v.InferInput<typeof listed>

export interface CheckedOverlays {
  issues: Issue[]
  /** True where the list itself can't be read. */
  unreadable: boolean
  rows: number
  /** Rows whose layer is another map here: they are left alone. */
  conflicts: Conflict[]
  /** The other valid rows. */
  wanted: OverlayInput[]
}
export const NO_OVERLAYS: CheckedOverlays = { issues: [], unreadable: false, rows: 0, conflicts: [], wanted: [] }

/** Reads and checks the old maps of a bundle: rows, pictures and control points; makes no tiles. With `replace` none is in conflict. */
export async function checkOverlays(db: Db, folder: string, replace: boolean): Promise<CheckedOverlays> {
  const list = v.array(v.unknown(), 'A JSON array of old maps is needed.')
  const read = await readBundleJson(folder, OVERLAYS_LIST, list)
  if ('issues' in read) return { ...NO_OVERLAYS, unreadable: true, issues: read.issues }
  const rows = read.output
  const issues: Issue[] = []
  const conflicts: Conflict[] = []
  const wanted: OverlayInput[] = []
  const layers = new Set<number>()
  const here = new Map((await listOverlays(db)).map((each) => [each.layer, each]))
  for (const [at, value] of rows.entries()) {
    const row = at + 1
    const found = await checkOne(folder, value)
    if ('problems' in found) issues.push(...found.problems.map(([field, reason]) => issue(row, field, reason)))
    else if (layers.has(found.wanted.layer)) issues.push(issue(row, 'layer', 'Another row has this layer too.'))
    else {
      const { layer, file, fileName = basename(file) } = found.wanted
      layers.add(layer)
      const before = here.get(layer)
      if (!before || replace || before.version === found.version) wanted.push(found.wanted)
      else {
        const changes = [{ field: 'file', before: before.file_name, after: fileName }]
        conflicts.push({ ...issue(row, '', 'Another map has this layer here.'), key: layer, changes })
      }
    }
  }
  return { issues, unreadable: false, rows: rows.length, conflicts, wanted }
}

const issue = (row: number, field: string, reason: string): Issue => ({
  file: OVERLAYS_LIST,
  line: 0,
  row,
  field,
  reason,
})

type Problem = [field: string, reason: string]

async function checkOne(
  folder: string,
  value: unknown,
): Promise<{ wanted: OverlayInput; version: string } | { problems: Problem[] }> {
  const parsed = v.safeParse(listed, value)
  if (!parsed.success) {
    return {
      problems: parsed.issues.map(({ path, message, expected }) => [
        String(path?.[0]?.key ?? ''),
        path && expected === 'never' ? 'There is no such column.' : path ? message : 'An object is needed.',
      ]),
    }
  }
  const { layer, file, georeference, file_name, minimum_zoom, maximum_zoom } = parsed.output
  const picture = await resolveBundlePath(folder, file)
  if ('reason' in picture) return { problems: [['file', picture.reason]] }
  const points = georeference == null ? undefined : await resolveBundlePath(folder, georeference)
  if (points && 'reason' in points) return { problems: [['georeference', points.reason]] }
  const wanted: OverlayInput = {
    ...{ layer, file: picture.path, georeference: points?.path, fileName: file_name ?? undefined },
    ...{ minimumZoom: minimum_zoom ?? undefined, maximumZoom: maximum_zoom ?? undefined },
  }
  // Most bundles have no maps, and these take long to load.
  const [{ readOverlaySource }, { chooseZooms }] = await Promise.all([
    import('../raster/make/read-source.ts'),
    import('../raster/make/make-tiles.ts'),
  ])
  try {
    const source = await readOverlaySource(wanted.file, wanted.georeference)
    const zooms = chooseZooms(source, wanted)
    const { georeference: placed } = source
    return { wanted, version: tilesVersion({ sha256: await sha256Of(source.file), georeference: placed, ...zooms }) }
  } catch (error) {
    if (error instanceof OverlayRefused) return { problems: [['file', error.message]] }
    throw error
  }
}

/** In hundredths of maps, so that a single large map shows progress too. */
type OnMaps = (done: number, total: number) => void

/** Makes the tiles of the old maps of a bundle and stores their originals, before any row is written. A failure leaves nothing behind. */
export async function prepareOverlays(storage: OverlayStorage, wanted: readonly OverlayInput[], onMaps?: OnMaps) {
  const prepared: PreparedOverlay[] = []
  try {
    for (const [at, each] of wanted.entries()) {
      const onProgress = (done: number, total: number) =>
        onMaps?.(at * 100 + Math.floor((100 * done) / Math.max(total, 1)), wanted.length * 100)
      onProgress(0, 1)
      prepared.push(await prepareOverlay(storage, each, { onProgress }))
    }
    return prepared
  } catch (error) {
    await undoOverlays(prepared)
    throw error
  }
}

export async function undoOverlays(prepared: readonly PreparedOverlay[]): Promise<void> {
  for (const { undo } of prepared) await undo().catch(() => {})
}

/** Writes the rows; a row replaces the map with its layer. `replaced` are the previous maps, whose files are removed after the commit. */
export async function writeOverlays(trx: Trx, media: MediaStore, prepared: readonly PreparedOverlay[]) {
  const written: WriteCounts = { added: 0, updated: 0, unchanged: 0 }
  const replaced: RemovedOverlay[] = []
  for (const { row } of prepared) {
    const { written: how, replaced: old } = await writeOverlayRow(trx, media, row)
    written[how === 'replaced' ? 'updated' : how] += 1
    if (old) replaced.push(old)
  }
  return { written, replaced }
}
