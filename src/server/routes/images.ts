import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { IMAGE_FORMATS } from '#contract/scan.ts'
import type { ImageFormat } from '#contract/scan.ts'
import { accepts } from '../http/accepts.ts'
import { isKnownTag } from '../http/known-tag.ts'
import type { Call, Mount } from '../http/mount.ts'
import { viewOf } from '../repositories/view.ts'
import type { PublicImages } from '../scans/public-images.ts'

const DEFAULT_FORMAT: ImageFormat = 'jpeg'

/** The best kind of picture that an Accept header names; JPEG, which everything shows, where it names none. */
const acceptedFormat = (accept: string | undefined): ImageFormat =>
  IMAGE_FORMATS.find((format) => accepts(accept, `image/${format}`)) ?? DEFAULT_FORMAT

/** A picture that its address names by version never changes; one that it does not name may, and is asked for again. */
const forEver = 'public, max-age=31536000, immutable'
const askAgain = 'public, no-cache'
/** A draft's is shown to its author and to staff, and kept by nobody. */
const keptByNobody = 'private, no-store'

/** Pictures of scans and of people: what is shown of them, never the original. */
export function mountImages(mount: Mount, images: PublicImages): void {
  const send =
    (kind: 'scan' | 'person', call: 'scanImage' | 'personImage') =>
    async ({
      id,
      query,
      caller,
      request,
      reply,
    }: Call<'scanImage' | 'personImage'>): Promise<FastifyReply | undefined> => {
      const format = query.format ?? acceptedFormat(request.headers.accept)
      const wanted = { width: query.width, format, instead: query.format === undefined }
      const image = await images.find(kind, id, wanted, viewOf(caller, call))
      if (!image) return undefined
      const tag = `"${image.version}-${image.width}-${image.format}"`
      const shared = query.v === image.version && !image.better ? forEver : askAgain
      reply.header('etag', tag).header('cache-control', image.published ? shared : keptByNobody)
      // The mount says already that the answer varies by who asks.
      if (query.format === undefined)
        reply.header('vary', [reply.getHeader('vary'), 'Accept'].filter(Boolean).join(', '))
      if (isKnownTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
      reply.header('content-type', image.contentType).header('content-length', image.bytes)
      // Fastify takes an empty text as a length of 0; an empty stream leaves the length as it is.
      return reply.send(request.method === 'HEAD' ? Readable.from([]) : await image.open())
    }
  mount('scanImage', send('scan', 'scanImage'))
  mount('personImage', send('person', 'personImage'))
}
