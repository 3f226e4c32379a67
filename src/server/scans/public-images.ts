import type { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { ImageFormat } from '#contract/scan.ts'
import type { Tables } from '../database/tables.ts'
import type { MediaStore } from '../media/media-store.ts'
import { latestPicture } from '../repositories/people.ts'
import { PUBLIC, listed, visible } from '../repositories/view.ts'
import type { View } from '../repositories/view.ts'
import { createPicturesHere, type PictureWork } from './picture-work.ts'
import { findScanPicture, type StoredPicture } from './scan-picture.ts'
import { chooseFormat, chooseWidth, derivativeKey, pictureVersion } from './version.ts'

/** A picture ready to be sent: `width` and `height` in pixels as sent, `version` changes whenever the picture does. */
export interface PublicImage {
  contentType: string
  format: ImageFormat
  bytes: number
  version: string
  width: number
  height: number
  /** False for a draft's: nobody but this caller may keep it. */
  published: boolean
  /** True for WebP that stands in for AVIF until that is made: the next answer may be another. */
  better: boolean
  /** Opens the bytes; a 304 or HEAD need not. */
  open(): Promise<Readable>
}

/** So many pictures wait at most for an AVIF that no answer waits for, and for so long (milliseconds): whoever asked has their page first. */
const MADE_SOON = 24
const FIRST_THE_PAGE = 10_000

/** What is shown of pictures: those of published items and people to anybody, those of drafts to whom `view` says. */
export function createPublicImages({
  db,
  media,
  pictures = createPicturesHere(media),
  pause = FIRST_THE_PAGE,
}: {
  db: Kysely<Tables>
  media: MediaStore
  pictures?: PictureWork
  /** Milliseconds before an AVIF is made that nobody waits for. */
  pause?: number
}) {
  async function personPicture(person: number, view: View): Promise<StoredPicture | undefined> {
    const row = await db
      .selectFrom('person_image')
      .innerJoin('person', 'person.id', 'person_image.person_id')
      .innerJoin('original', 'original.sha256', 'person_image.sha256')
      .select(['original.sha256', 'original.format', 'original.width', 'original.height'])
      .select(['person_image.visibility', 'person.visibility as ofPerson'])
      .where('person_image.person_id', '=', person)
      .where(visible('person', view))
      .where(listed('person_image', view))
      .orderBy(latestPicture)
      .executeTakeFirst()
    if (!row) return undefined
    const { visibility, ofPerson, ...original } = row
    return { ...original, published: visibility === 'published' && ofPerson === 'published', watermark: undefined }
  }

  const soon = new Set<string>()
  /** AVIF that nobody waits for. A crawler asks for more than can be made: what is not made now is asked for again. */
  function makeSoon(picture: StoredPicture, version: string): void {
    if (soon.has(version) || soon.size >= MADE_SOON) return
    soon.add(version)
    const done = () => void soon.delete(version)
    const make = () => void pictures.ensure(picture, ['avif'], { urgent: false }).then(done, done)
    setTimeout(make, pause).unref()
  }

  return {
    /**
     * The picture of a scan (`id` of the scan) or of a person (`id` of the person), in the smallest kept width that is not
     * smaller than asked, else the largest. Undefined for an unknown id and for what the caller may not see.
     * A derivative that is missing is made first, once, and kept. `instead` allows another kind of file where the one named is not kept
     * wide enough (AVIF): for a kind that the Accept header chose. An AVIF that is not made yet is then stood in for by the WebP, and made meanwhile.
     */
    async find(
      kind: 'scan' | 'person',
      id: number,
      {
        width: asked,
        format: named,
        instead = false,
      }: { width?: number | undefined; format: ImageFormat; instead?: boolean },
      view: View = PUBLIC,
    ): Promise<PublicImage | undefined> {
      const picture = await (kind === 'scan' ? findScanPicture(db, id, view) : personPicture(id, view))
      if (!picture) return undefined
      const version = pictureVersion(picture.sha256, picture.watermark)
      let format = instead ? chooseFormat(picture.width, named, asked) : named
      let width = chooseWidth(picture.width, format, asked)
      let key = derivativeKey(version, width, format)
      let bytes = await media.size(key)
      let better = false
      if (!bytes && instead && format === 'avif') {
        const kept = chooseWidth(picture.width, 'webp', asked)
        const keptKey = derivativeKey(version, kept, 'webp')
        const keptBytes = await media.size(keptKey)
        if (keptBytes) {
          makeSoon(picture, version)
          ;[format, width, key, bytes, better] = ['webp', kept, keptKey, keptBytes, true]
        }
      }
      if (!bytes) {
        await pictures.ensure(picture, [format])
        bytes = await media.size(key)
      }
      if (!bytes) throw new Error(`The derivative ${key} could not be kept.`)
      return {
        contentType: `image/${format}`,
        format,
        bytes,
        published: picture.published,
        better,
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
