import type { FastifyReply, FastifyRequest } from 'fastify'
import { imageInformation, parseWidthRequest } from '#rules/media/iiif-image.ts'
import { imageService } from '#rules/media/iiif-addresses.ts'
import { searchAnnotations, searchResults, termPage, textAnnotations } from '#rules/media/iiif-texts.ts'
import { nearestWidth, scanJpeg, scanSource } from '#rules/media/pictures.ts'
import { textAddress, type TextFormat } from '#rules/media/site-media.ts'
import { writeAlto } from '#rules/texts/write-alto.ts'
import { CACHE_FOREVER, CACHE_REDIRECT, NO_STORE, REVALIDATE, accepts, addVary, matchesEtag } from '../http/headers.ts'
import type { Call, Mount } from '../http/mount.ts'
import { viewForCall } from '../repositories/view.ts'
import type { PageTexts } from '../scans/page-texts.ts'
import type { TiledScan, ScanTiles } from '../scans/scan-tiles.ts'

/** Image API 3 §5.1: the media type for clients that ask for linked data. */
const JSON_LD = 'application/ld+json;profile="http://iiif.io/api/image/3/context.json"'

/** Public scans can be read by viewers on any site. */
function setHeaders(reply: FastifyReply, { published }: TiledScan): void {
  reply.header('cache-control', published ? CACHE_FOREVER : NO_STORE)
  if (published) reply.header('access-control-allow-origin', '*')
}

/** The address of the request. X-Forwarded-Host is ignored: anybody can send it, and it would end up in caches. */
const addressOf = ({ protocol, headers }: FastifyRequest) =>
  `${protocol === 'https' ? 'https' : 'http'}://${headers.host ?? 'localhost'}`

/** The search in texts of published scans, for viewers on any site. Canvases are named as in the manifests of the `site`. */
export function mountIiifTexts(
  mount: Mount,
  pageTexts: PageTexts,
  { site, api }: { site: string | undefined; api: string | undefined },
): void {
  const answers = { contentSearch: searchAnnotations, contentSearch1: searchResults, autocomplete: termPage }
  for (const name of ['contentSearch', 'contentSearch1', 'autocomplete'] as const)
    mount(name, async ({ id, query: { q = '' }, request }: Call<typeof name>) => {
      const pages = await pageTexts.search(id, q)
      if (!pages) return undefined
      const own = addressOf(request)
      return answers[name]((api ?? own) + request.url, site ?? own, pages, q) as Record<string, unknown>
    })
}

const TEXT = /^\/media\/(text|item(?=.*txt$))\/\d{1,13}\/([1-9]\d{0,14})\.(txt|xml|json)$/
const TYPES = { txt: 'text/plain', xml: 'application/xml', json: 'application/json' }
/** Sends what is written on a scan, or on those of an item with a form feed between them, by its address (textAddress). Undefined if nothing of it is public. */
export const createSendText =
  (texts: PageTexts, site: string | undefined) =>
  async (path: string, { request, reply }: Pick<Call<'mediaFile'>, 'request' | 'reply'>) => {
    const [, kind, id, format] = (TEXT.exec(path) ?? []) as unknown as [string, 'text' | 'item', string, TextFormat]
    const [page, ...more] = kind ? await texts.written(kind, Number(id)) : []
    if (!page || textAddress(kind, Number(id), format) !== path) return undefined
    reply.header('cache-control', REVALIDATE).type(`${TYPES[format]}; charset=utf-8`)
    const own = site ?? addressOf(request)
    if (format === 'json') return reply.send(JSON.stringify(textAnnotations(own + path, own, page)))
    return reply.send(format === 'xml' ? writeAlto(page) : [page, ...more].map(({ text }) => text).join('\n\f'))
  }
export type SendText = ReturnType<typeof createSendText>

/** Scans as a IIIF image service of level 0. */
export function mountIiif(mount: Mount, tiles: ScanTiles, address: string | undefined): void {
  mount('scanInformation', async ({ id, params, caller, request, reply }: Call<'scanInformation'>) => {
    const scan = await tiles.find(id, params.version, viewForCall(caller, 'scanInformation'))
    if (!scan) return undefined
    setHeaders(reply, scan)
    addVary(reply, 'Accept')
    const linked = accepts(request.headers.accept, 'application/ld+json')
    const tag = `"${scan.version}-info${linked ? '-ld' : ''}"`
    reply.header('etag', tag)
    if (matchesEtag(request.headers['if-none-match'], tag)) return reply.code(304).send()
    const service = imageService(address ?? addressOf(request), id, scan.version)
    const document = imageInformation(service, scan.size, scan.largest)
    return reply
      .header('content-type', linked ? JSON_LD : 'application/json; charset=utf-8')
      .send(Buffer.from(JSON.stringify(document)))
  })

  mount('scanTile', async ({ id, params, caller, request, reply }: Call<'scanTile'>) => {
    const scan = await tiles.find(id, params.version, viewForCall(caller, 'scanTile'))
    if (!scan) return undefined
    const picture = scan.find(params.region, params.size)
    if (!picture) {
      const width = parseWidthRequest(scan.size, params.region, params.size)
      if (width === undefined) return undefined
      setHeaders(reply, scan)
      return reply.redirect(scanJpeg(scanSource('', id), scan, nearestWidth(scan.size.width, 'jpeg', width)), 303)
    }
    const elsewhere = await picture.publicAddress()
    if (elsewhere !== undefined) {
      setHeaders(reply, scan)
      return reply.header('cache-control', CACHE_REDIRECT).redirect(elsewhere, 302)
    }
    const tag = `"${scan.version}-${picture.name}"`
    const known = matchesEtag(request.headers['if-none-match'], tag)
    const bytes = known ? undefined : await picture.read()
    if (!known && !bytes) return undefined
    // Set once the picture is there, so that a failure is not cached forever.
    setHeaders(reply, scan)
    reply.header('etag', tag)
    return known ? reply.code(304).send() : reply.type('image/jpeg').send(bytes)
  })
}
