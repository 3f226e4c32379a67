import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { FILE_FORMATS, type FileFormat } from '#contract/file.ts'
import { fileOfAddress } from '#rules/media/read-address.ts'
import { captionsAddress, fileAddress } from '#rules/media/site-media.ts'
import { isVtt } from '#rules/texts/webvtt.ts'
import type { Db } from '../database/tables.ts'
import { NO_STORE, REVALIDATE, matchesEtag } from '../http/headers.ts'
import { patched, tagsOf } from '../scans/embedded-tags.ts'
import type { Patch } from '../scans/ogg-tags.ts'
import { findFile } from '../scans/public-file.ts'
import { isAddressKey } from '../storage/address-key.ts'
import { originalKey } from '../storage/keys.ts'
import type { MediaStore } from '../storage/media-store.ts'

const KNOWN = 200

/** Sends documents and recordings of published items, in parts where a player asks for them. What tags and pictures a recording has in it stays here. */
export function createSendFile(db: Db, media: MediaStore, secret: string) {
  const known = new LRUCache<string, Patch[]>({ max: KNOWN })

  async function tagsIn(key: string, format: FileFormat, bytes: number): Promise<Patch[]> {
    const read = async (offset: number, length: number) =>
      (await media.readPart(key, offset, length)) ?? Buffer.alloc(0)
    const tags = known.get(key) ?? (await tagsOf(format, bytes, read))
    known.set(key, tags)
    return tags
  }

  return async (asked: string, { request, reply }: { request: FastifyRequest; reply: FastifyReply }) => {
    const id = fileOfAddress(asked)!
    const [, sign] = /~(\w+)/.exec(asked) ?? []
    const path = asked.replace(`~${sign}`, '')
    const isDesk = sign !== undefined && isAddressKey(secret, `file ${id}`, sign)
    if (sign && !isDesk) return undefined
    const file = await findFile(db, id, { any: isDesk, withText: path.endsWith('.vtt') })
    const format = file?.format as FileFormat
    const version = file?.sha256.slice(0, 16)
    if (file?.text && isVtt(file.text) && captionsAddress({ id, version: version! }) === path)
      return reply.header('cache-control', REVALIDATE).type('text/vtt; charset=utf-8').send(file.text)
    if (!file || fileAddress({ id, version: version!, format }) !== path) return undefined
    const { bytes } = file
    const [kind, type, ending] = FILE_FORMATS[format]
    const tag = `"${version}"`
    const caching = isDesk ? NO_STORE : REVALIDATE
    reply.headers({ etag: tag, 'cache-control': caching, 'accept-ranges': 'bytes', 'content-type': type })
    // A file may be a page as well, to a browser that guesses.
    reply.header('content-security-policy', "default-src 'none'; sandbox")
    reply.header('content-disposition', kind === 'document' ? `attachment; filename="${id}.${ending}"` : 'inline')
    const { range: wanted, 'if-range': ifRange = tag, 'if-none-match': has } = request.headers
    if (matchesEtag(has, tag)) return reply.code(304).send()
    const range = ifRange === tag ? rangeOf(wanted, bytes) : undefined
    if (range === 'none')
      return reply.code(416).header('content-range', `bytes */${bytes}`).header('content-length', 0).send()
    const [start, end] = range ?? [0, bytes - 1]
    if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${bytes}`)
    reply.header('content-length', end - start + 1)
    if (request.method === 'HEAD') return reply.send(Readable.from([]))
    const key = originalKey(file.sha256, format)
    const content = await media.stream(key, [start, end])
    if (!content) throw new Error(`The original ${key} is missing.`)
    return reply.send(patched(content, start, end, await tagsIn(key, format, bytes)))
  }
}
export type SendFile = ReturnType<typeof createSendFile>

/** First and last byte of a Range header (RFC 9110 §14): undefined for what is no single range, and answered with all of it. */
export function rangeOf(header: string | undefined, bytes: number): [start: number, end: number] | 'none' | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || first + last === '') return undefined
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first)
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  return start > end ? 'none' : [start, end]
}
