import type { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { ImageFormat } from '#contract/scan.ts'
import type { Tables } from '../database/tables.ts'
import type { MediaStore } from '../media/media-store.ts'
import { createDerivatives, type PictureSource } from './derivatives.ts'
import { chooseFormat, chooseWidth, derivativeKey, pictureVersion } from './version.ts'
import type { Watermark } from './watermark.ts'

/** A picture ready to be sent: `width` and `height` in pixels as sent, `version` changes whenever the picture does. */
export interface PublicImage {
  contentType: string
  format: ImageFormat
  bytes: number
  version: string
  width: number
  height: number
  /** Opens the bytes; a 304 or HEAD need not. */
  open(): Promise<Readable>
}

interface StoredPicture extends PictureSource {
  height: number
}

/** What anybody may see: pictures of published items and of people. */
export function createPublicImages({ db, media }: { db: Kysely<Tables>; media: MediaStore }) {
  const derivatives = createDerivatives(media)

  async function scanPicture(id: number): Promise<StoredPicture | undefined> {
    const row = await db
      .selectFrom('scan')
      .innerJoin('item', 'item.id', 'scan.item_id')
      .innerJoin('original', 'original.sha256', 'scan.sha256')
      .select(['original.sha256', 'original.format', 'original.width', 'original.height'])
      .select(['scan.watermark', 'scan.color', 'scan.position'])
      .where('scan.id', '=', id)
      .where('item.visibility', '=', 'published')
      .executeTakeFirst()
    if (!row) return undefined
    const { watermark, color, position, ...original } = row
    return { ...original, watermark: { text: watermark, color, position } as Watermark }
  }

  async function personPicture(person: number): Promise<StoredPicture | undefined> {
    const row = await db
      .selectFrom('person_image')
      .innerJoin('original', 'original.sha256', 'person_image.sha256')
      .select(['original.sha256', 'original.format', 'original.width', 'original.height'])
      .where('person_image.person_id', '=', person)
      .orderBy('person_image.id', 'desc')
      .executeTakeFirst()
    return row && { ...row, watermark: undefined }
  }

  return {
    /**
     * The picture of a scan (`id` of the scan) or of a person (`id` of the person), in the smallest kept width that is not
     * smaller than asked, else the largest. Undefined for an unknown id and for a scan of an item that is not published.
     * A derivative that is missing is made first, once, and kept. `instead` allows another kind of file where the one named is not kept
     * wide enough (AVIF): for a kind that the Accept header chose.
     */
    async find(
      kind: 'scan' | 'person',
      id: number,
      {
        width: asked,
        format: named,
        instead = false,
      }: { width?: number | undefined; format: ImageFormat; instead?: boolean },
    ): Promise<PublicImage | undefined> {
      const picture = await (kind === 'scan' ? scanPicture(id) : personPicture(id))
      if (!picture) return undefined
      const version = pictureVersion(picture.sha256, picture.watermark)
      const format = instead ? chooseFormat(picture.width, named, asked) : named
      const width = chooseWidth(picture.width, format, asked)
      const key = derivativeKey(version, width, format)
      let bytes = await media.size(key)
      if (!bytes) {
        await derivatives.ensure(picture, [format])
        bytes = await media.size(key)
      }
      if (!bytes) throw new Error(`The derivative ${key} could not be kept.`)
      return {
        contentType: `image/${format}`,
        format,
        bytes,
        version,
        width,
        height: Math.max(1, Math.round((picture.height * width) / picture.width)),
        async open() {
          const stream = await media.stream(key)
          if (!stream) throw new Error(`The derivative ${key} is gone.`)
          return stream
        },
      }
    },
  }
}
export type PublicImages = ReturnType<typeof createPublicImages>
