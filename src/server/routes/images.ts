import { fileOfAddress, pageOfPreview, parseMediaPath } from '#rules/media/read-address.ts'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { fillPath } from '#contract/endpoints/declare.ts'
import { IMAGE_FORMATS, type ImageFormat } from '#contract/scan.ts'
import { CROSS_ORIGIN } from '#rules/addresses/site-routing.ts'
import { type MediaKind } from '#rules/media/site-media.ts'
import { CACHE_FOREVER, CACHE_REDIRECT, NO_STORE, REVALIDATE, accepts, addVary, matchesEtag } from '../http/headers.ts'
import type { Call, Mount } from '../http/mount.ts'
import { survivorOf } from '../repositories/merged.ts'
import type { Repositories } from '../repositories/repositories.ts'
import { PUBLIC, viewForCall } from '../repositories/view.ts'
import type { PublicImage, PublicImages } from '../scans/public-images.ts'
import type { SendFile } from './send-file.ts'
import type { SendText } from './iiif.ts'
import type { SendPreview } from '../site/page-previews.ts'

const DEFAULT_FORMAT: ImageFormat = 'jpeg'

/** The best format in an Accept header; JPEG, which everything can show, if it has none. */
const acceptedFormat = (accept: string | undefined): ImageFormat =>
  IMAGE_FORMATS.find((format) => accepts(accept, `image/${format}`)) ?? DEFAULT_FORMAT

/** A list of addresses (RFC 2483): for a page that puts the address into an `<img>`, which needs no leave of the store and of the Content-Security-Policy to read it. */
const ADDRESS = 'text/uri-list'

/** Sends the reader to the store or CDN: of a draft by an address that is good for minutes. False where the picture is sent from here. */
async function sendToStore(image: PublicImage, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  const asksAddress = request.method === 'GET' && accepts(request.headers.accept, ADDRESS)
  // A script that reads a draft itself gets it from here: the store need not let other sites read.
  const readsItself = request.method !== 'GET' || (!asksAddress && request.headers['sec-fetch-mode'] === 'cors')
  const signed = image.published || readsItself ? undefined : await image.signedAddress()
  const address = signed ?? (await image.publicAddress())
  if (address === undefined) return false
  addVary(reply, 'Accept').header('cache-control', image.published && !asksAddress ? CACHE_REDIRECT : NO_STORE)
  if (asksAddress) reply.type(ADDRESS).send(`${address}\r\n`)
  else reply.redirect(address, 302)
  return true
}

/** Sends a picture from here, or the reader to where it is. */
async function sendImage(
  image: PublicImage,
  { request, reply, query }: Pick<Call<'mediaFile'>, 'request' | 'reply' | 'query'>,
  varies = false,
): Promise<FastifyReply> {
  if (await sendToStore(image, request, reply)) return reply
  if (varies) addVary(reply, 'Accept')
  const tag = `"${image.version}-${image.width}-${image.format}"`
  const caching = query.v === image.version && !image.provisional ? CACHE_FOREVER : REVALIDATE
  reply.header('etag', tag).header('cache-control', image.published ? caching : NO_STORE)
  if (matchesEtag(request.headers['if-none-match'], tag)) return reply.code(304).send()
  reply.header('content-type', image.contentType).header('content-length', image.bytes)
  // Fastify sets a length of 0 for empty text; an empty stream keeps the length.
  return reply.send(request.method === 'HEAD' ? Readable.from([]) : await image.open())
}

/** Public pictures of scans and people, never the originals. */
export function mountImages(
  mount: Mount,
  images: PublicImages,
  merged: Repositories['merged'],
  sendPreview: SendPreview,
  sendFile: SendFile,
  sendText: SendText,
): void {
  const findImage = async (kind: MediaKind, id: number, wanted: Parameters<PublicImages['find']>[2], view = PUBLIC) =>
    images.find(kind, kind === 'person' ? survivorOf(await merged.survivors(), 'people', id) : id, wanted, view)
  const send =
    (kind: MediaKind, name: 'scanImage' | 'personImage') =>
    async (call: Call<'scanImage' | 'personImage'>): Promise<FastifyReply | undefined> => {
      const { id, query, caller, request } = call
      const format = query.format ?? acceptedFormat(request.headers.accept)
      const instead = query.format === undefined
      const image = await findImage(kind, id, { width: query.width, format, instead }, viewForCall(caller, name))
      return image && (await sendImage(image, call, instead))
    }
  mount('scanImage', send('scan', 'scanImage'))
  mount('personImage', send('person', 'personImage'))
  mount('mediaFile', async (call) => {
    const path = fillPath(endpoints.mediaFile.path, call.params)
    call.reply.header(CROSS_ORIGIN.header, CROSS_ORIGIN.value)
    if (fileOfAddress(path)) return await sendFile(path, call)
    if (/^\/media\/(?:text|item)\//.test(path)) return await sendText(path, call)
    const page = pageOfPreview(path)
    if (page) return await sendPreview(page, call.query.v, call.reply)
    const file = parseMediaPath(path)
    if (!file) return undefined
    const { kind, id, width, format } = file
    const image = await findImage(kind, id, { width, format })
    // Only the sizes that exist have an address: others would fill caches.
    if (!image || (width !== undefined && image.width !== width)) return undefined
    return await sendImage(image, call)
  })
}
