import type { FastifyReply, FastifyRequest } from 'fastify'
import { imageInformation, widthAsked } from '#rules/iiif-image.ts'
import { imageService } from '#rules/iiif.ts'
import { scanJpeg } from '#rules/pictures.ts'
import { accepts } from '../http/accepts.ts'
import { isKnownTag } from '../http/known-tag.ts'
import type { Call, Mount } from '../http/mount.ts'
import { viewOf } from '../repositories/view.ts'
import type { OfferedScan, ScanTiles } from '../scans/scan-tiles.ts'

/** What an address with a version answers never changes. */
const FOR_EVER = 'public, max-age=31536000, immutable'
/** A draft's is shown to its author and to staff, and kept by nobody. */
const KEPT_BY_NOBODY = 'private, no-store'
/** Image API 3 §5.1: the kind of an information document, for who asks for linked data. */
const LINKED = 'application/ld+json;profile="http://iiif.io/api/image/3/context.json"'

/** What is public may be read by viewers at any other address. */
function greet(reply: FastifyReply, { published }: OfferedScan): void {
  reply.header('cache-control', published ? FOR_EVER : KEPT_BY_NOBODY)
  if (published) reply.header('access-control-allow-origin', '*')
}

/**
 * Where nothing is set: as the caller reached it, by what every cache keeps answers apart by. X-Forwarded-Host, which anybody may send, would be kept
 * for all others.
 */
const addressOf = ({ protocol, headers }: FastifyRequest) =>
  `${protocol === 'https' ? 'https' : 'http'}://${headers.host ?? 'localhost'}`

/** Scans as a IIIF image service of level 0. */
export function mountIiif(mount: Mount, tiles: ScanTiles, address: string | undefined): void {
  mount('scanInformation', async ({ id, params, caller, request, reply }: Call<'scanInformation'>) => {
    const scan = await tiles.find(id, params.version, viewOf(caller, 'scanInformation'))
    if (!scan) return undefined
    greet(reply, scan)
    reply.header('vary', [reply.getHeader('vary'), 'Accept'].filter(Boolean).join(', '))
    const linked = accepts(request.headers.accept, 'application/ld+json')
    const tag = `"${scan.version}-info${linked ? '-ld' : ''}"`
    reply.header('etag', tag)
    if (isKnownTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
    const service = imageService(address ?? addressOf(request), id, scan.version)
    const document = imageInformation(service, scan.size, scan.largest)
    return reply
      .header('content-type', linked ? LINKED : 'application/json; charset=utf-8')
      .send(Buffer.from(JSON.stringify(document)))
  })

  mount('scanTile', async ({ id, params, caller, request, reply }: Call<'scanTile'>) => {
    const scan = await tiles.find(id, params.version, viewOf(caller, 'scanTile'))
    if (!scan) return undefined
    const picture = scan.find(params.region, params.size)
    if (!picture) {
      const width = widthAsked(scan.size, params.region, params.size)
      if (width === undefined) return undefined
      greet(reply, scan)
      return reply.redirect(scanJpeg('', id, width, scan.version), 303)
    }
    const tag = `"${scan.version}-${picture.name}"`
    const known = isKnownTag(request.headers['if-none-match'], tag)
    const bytes = known ? undefined : await picture.read()
    if (!known && !bytes) return undefined
    // Not before it is there: that it could not be made is not to be kept for ever.
    greet(reply, scan)
    reply.header('etag', tag)
    return known ? reply.code(304).send() : reply.type('image/jpeg').send(bytes)
  })
}
