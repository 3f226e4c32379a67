import type { FastifyReply } from 'fastify'
import { API } from '#contract/messages.ts'
import { CROSS_ORIGIN } from '#rules/addresses/site-routing.ts'
import { selectedLayer } from '#rules/map/layer-selection.ts'
import { CACHE_FOREVER, REVALIDATE, accepts, matchesEtag } from '../http/headers.ts'
import { DomainError } from '../errors/domain-error.ts'
import { type Call, type Mount, noContent } from '../http/mount.ts'
import type { ShownLayer, TileStore } from '../raster/tile-store.ts'
import type { Db } from '../database/tables.ts'
import { readMapLayers, readMapTexts, overlayJson } from '../repositories/map-layers.ts'
import { MAP_FILE } from '#contract/old-maps.ts'
import { receiveForm } from '../http/receive-form.ts'
import { createMapDesk, type MapDeskParts } from '../raster/desk/map-desk.ts'
import { createUploadSlots } from '../scans/upload-slots.ts'

/** Missing maps may be added at any moment. */
const SHORTLY = 'public, max-age=60'

const empty = (reply: FastifyReply): FastifyReply => reply.type('image/png').send(EMPTY_TILE)

/** Sets the headers of a tile. True where the reader has it already. */
function isKnown(
  { version }: ShownLayer,
  form: string,
  { query, request, reply }: Pick<Call<'mediaTile'>, 'query' | 'request' | 'reply'>,
): boolean {
  const tag = `"${version}-${form}"`
  reply.header('etag', tag).header('cache-control', query.v === version ? CACHE_FOREVER : REVALIDATE)
  return matchesEtag(request.headers['if-none-match'], tag)
}

export function mountRaster(mount: Mount, db: Db, tiles: TileStore): void {
  mount('mapLayers', () => readMapLayers(db))
  mount('overlays', async () => {
    const texts = await readMapTexts(db)
    return (await tiles.shown()).map((row) => ({ ...overlayJson(row), ...texts.get(row.layer) }))
  })
  mount('tile', async ({ params, query, request, reply }: Call<'tile'>): Promise<FastifyReply> => {
    const number = selectedLayer(query.layers ?? '')
    if (number === undefined) throw new DomainError('invalid', { layers: [API.oneLayer] })
    if (query.alpha !== undefined && query.alpha !== '0')
      throw new DomainError('invalid', { alpha: [API.onlyTransparent] })
    reply.header('vary', 'Accept')
    const layer = await tiles.layer(number)
    if (!layer) return empty(reply.header('cache-control', SHORTLY))
    const place = tiles.find(layer, params.z, params.x, params.y)
    const format = accepts(request.headers.accept, 'image/webp') ? 'webp' : 'png'
    if (isKnown(layer, place ? format : 'empty', { query, request, reply })) return reply.code(304).send()
    if (!place) return empty(reply)
    try {
      const bytes = await tiles.read(layer, place, format)
      return reply.type(`image/${format}`).send(bytes)
    } catch {
      // The tile file is damaged and logged; it will be recreated, so nobody should cache the gap.
      reply.removeHeader('etag')
      return empty(reply.header('cache-control', SHORTLY))
    }
  })
  mount('mediaTile', async (call) => {
    const { layer: number, z, x, name: y } = call.params
    const layer = await tiles.layer(number)
    const place = layer && tiles.find(layer, z, x, y)
    if (!layer || place?.part) return undefined
    call.reply.header(CROSS_ORIGIN.header, CROSS_ORIGIN.value)
    if (isKnown(layer, place ? 'webp' : 'empty', call)) return call.reply.code(304).send()
    // A site of files has every tile within a map's bounds, so that none is missing.
    return call.reply.type('image/webp').send(place ? await tiles.read(layer, place, 'webp') : EMPTY_WEBP)
  })
}

/** Sent where a map shows nothing: a transparent PNG of 256 × 256 pixels. */
export const EMPTY_TILE: Buffer = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAQAAAAEAAQMAAABmvDolAAAAA1BMVEVMaXFNx9g6AAAAAXRSTlMAQObYZgAAAB9JREFUaN7twQENAAAAwqD3T20ON6AAAAAAAAAAAL4NIQAAAX8ZnKcAAAAASUVORK5CYII=',
  'base64',
)

/** The same as WebP. */
const EMPTY_WEBP: Buffer = Buffer.from('UklGRiIAAABXRUJQVlA4TBUAAAAv/8A/EAcQEREAUKT//ymi/6n//QcA', 'base64')

/** Aborted when nobody waits for the answer any more. */
function whileAsked(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  return gone.signal
}

/** Old maps, for staff (our additions). Returns the queue of maps that are cut. */
export function mountOldMaps(mount: Mount, parts: MapDeskParts) {
  const desk = createMapDesk(parts)
  const slots = createUploadSlots()
  mount('oldMaps', async () => ({ maps: await desk.list(), work: await desk.queue.list() }))
  mount('uploadMap', async ({ request, reply, caller }) => {
    await desk.requireSpace(request.headers['content-length'])
    const form = { folder: desk.incoming, maximumBytes: MAP_FILE.bytes }
    return slots.withSlot(caller.id!, () =>
      receiveForm(request, form, ({ file }) => desk.addUpload(file, whileAsked(reply))),
    )
  })
  mount('openUpload', ({ body: { upload }, reply }) => desk.open(upload, whileAsked(reply)))
  mount('copyMapScan', ({ id, reply }) => desk.copyScan(id, whileAsked(reply)))
  mount('checkMap', ({ body: { upload, ...given }, reply }) => desk.check(upload, given, whileAsked(reply)))
  mount('addMap', ({ caller, reply, body }) => desk.add(body, caller, whileAsked(reply)))
  mount('cancelMapWork', ({ body: { upload } }) => noContent(desk.cancel(upload)))
  mount('dropMapWork', ({ body: { upload } }) => noContent(desk.drop(upload)))
  mount('orderMaps', ({ body: { layers }, caller }) => noContent(desk.order(layers, caller)))
  mount('editMap', ({ id, body, caller }) => desk.edit(id, body, caller))
  mount('removeMap', ({ id, caller }) => noContent(desk.remove(id, caller)))
  mount('restoreMap', ({ id, caller }) => noContent(desk.restore(id, caller)))
  return desk.queue
}
