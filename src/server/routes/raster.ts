import type { FastifyReply } from 'fastify'
import { API } from '#contract/messages.ts'
import { selectedLayer } from '#rules/layer-selection.ts'
import { accepts } from '../http/accepts.ts'
import { Refusal } from '../http/errors.ts'
import { isKnownTag } from '../http/known-tag.ts'
import type { Call, Mount } from '../http/mount.ts'
import { EMPTY_TILE } from '../raster/empty-tile.ts'
import type { TileShelf } from '../raster/tile-shelf.ts'
import { overlayJson } from '../repositories/overlays.ts'

/** A tile that its address names by version never changes; one that it does not name may, and is asked for again. */
const FOR_EVER = 'public, max-age=31536000, immutable'
const ASK_AGAIN = 'public, no-cache'
/** A map that is not there may be added any moment. */
const SHORTLY = 'public, max-age=60'

const empty = (reply: FastifyReply): FastifyReply => reply.type('image/png').send(EMPTY_TILE)

/** Tiles of the old maps, and which there are. */
export function mountRaster(mount: Mount, tiles: TileShelf): void {
  mount('overlays', () => tiles.shown().map(overlayJson))
  mount('tile', async ({ params, query, request, reply }: Call<'tile'>): Promise<FastifyReply> => {
    const number = selectedLayer(query.layers ?? '')
    if (number === undefined) throw new Refusal(400, { layers: [API.oneLayer] })
    if (query.alpha !== undefined && query.alpha !== '0') throw new Refusal(400, { alpha: [API.onlyTransparent] })
    reply.header('vary', 'Accept')
    const layer = tiles.layer(number)
    if (!layer) return empty(reply.header('cache-control', SHORTLY))
    const place = tiles.find(layer, params.z, params.x, params.y)
    const format = accepts(request.headers.accept, 'image/webp') ? 'webp' : 'png'
    const tag = `"${layer.version}-${place ? format : 'empty'}"`
    reply.header('etag', tag).header('cache-control', query.v === layer.version ? FOR_EVER : ASK_AGAIN)
    if (isKnownTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
    if (!place) return empty(reply)
    try {
      const bytes = await tiles.read(layer, place, format)
      return reply.type(`image/${format}`).send(bytes)
    } catch {
      // Its file is damaged, which the log says; somebody will have it made again, so nobody keeps the hole.
      reply.removeHeader('etag')
      return empty(reply.header('cache-control', SHORTLY))
    }
  })
}
