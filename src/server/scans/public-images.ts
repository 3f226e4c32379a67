import type { Readable } from 'node:stream'
import type { ImageFormat } from '#contract/scan.ts'
import { nearestWidth } from '#rules/media/pictures.ts'
import type { Db } from '../database/tables.ts'
import type { MediaStore } from '../storage/media-store.ts'
import { latestPicture } from '../repositories/people.ts'
import { PUBLIC, isKnown, listed, visible, type View } from '../repositories/view.ts'
import type { PublicCopies } from '../storage/public-copies.ts'
import { personFolder } from './withdraw-copies.ts'
import { createLocalPictureWork, type PictureWork } from './picture-work.ts'
import { findScanPicture, type StoredPicture } from './scan-picture.ts'
import { chooseFormat, derivativeKey, versionOf } from '../storage/picture-keys.ts'

/** A picture ready to send: `width` and `height` in pixels as sent; `version` changes whenever the picture does. */
export interface PublicImage {
  contentType: string
  format: ImageFormat
  bytes: number
  version: string
  width: number
  height: number
  /** False for a draft: only this caller may cache it. */
  published: boolean
  /** True for WebP sent instead of an AVIF that isn't made yet: the next answer may differ. */
  provisional: boolean
  /** Where the public gets it instead; undefined: from here. */
  publicAddress(): Promise<string | undefined>
  /** Where somebody who may see a draft gets it for some minutes; undefined: from here. */
  signedAddress(): Promise<string | undefined>
  /** Opens the content; not needed for 304 and HEAD. */
  open(): Promise<Readable>
}

/** At most so many AVIFs are deferred, and for so long (milliseconds): the page comes first. */
const MAX_DEFERRED = 24
const DEFER_AVIF = 10_000

/** Pictures for visitors: published ones for everybody, drafts as `view` allows. */
export function createPublicImages({
  db,
  media,
  pictures = createLocalPictureWork(media),
  copies,
  pause = DEFER_AVIF,
}: {
  db: Db
  media: MediaStore
  pictures?: PictureWork
  /** Where visitors get published pictures, if not from here. */
  copies?: PublicCopies | undefined
  /** Milliseconds before a deferred AVIF is made. */
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
      .where(isKnown('person', view))
      .where(listed('person_image', view))
      .orderBy(latestPicture)
      .executeTakeFirst()
    if (!row) return undefined
    const { visibility, ofPerson, ...original } = row
    const picture = { ...original, watermark: undefined }
    const published = visibility === 'published' && ofPerson === 'published'
    return { ...picture, published, folder: personFolder(person, versionOf(picture)) }
  }

  const deferred = new Set<string>()
  /** Makes an AVIF later, unless too many are deferred already (a crawler): then the next request asks again. */
  function makeLater(picture: StoredPicture, key: string, width: number): void {
    if (deferred.has(key) || deferred.size >= MAX_DEFERRED) return
    deferred.add(key)
    const done = () => void deferred.delete(key)
    const make = () => void pictures.ensure(picture, ['avif'], { urgent: false, width }).then(done, done)
    setTimeout(make, pause).unref()
  }

  return {
    /**
     * The picture of a scan or a person in the smallest width that is at least the requested one, else the largest; undefined where the caller may
     * not see it. A missing derivative is made first, in this width only. `instead` (for a format chosen by the Accept header) allows WebP where AVIF is
     * missing; it is then made later.
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
      const find = (as: View) => (kind === 'scan' ? findScanPicture(db, id, as) : personPicture(id, as))
      const picture = await find(view)
      if (!picture) return undefined
      const version = versionOf(picture)
      let format = instead ? chooseFormat(picture.width, named, asked) : named
      let width = nearestWidth(picture.width, format, asked)
      let key = derivativeKey(version, width, format)
      let bytes = await media.size(key)
      let provisional = false
      if (!bytes && instead && format === 'avif') {
        makeLater(picture, key, width)
        ;[format, width, provisional] = ['webp', nearestWidth(picture.width, 'webp', asked), true]
        key = derivativeKey(version, width, format)
        bytes = await media.size(key)
      }
      if (!bytes) {
        await pictures.ensure(picture, [format], { width })
        bytes = await media.size(key)
      }
      if (!bytes) throw new Error(`The derivative ${key} could not be stored.`)
      return {
        contentType: `image/${format}`,
        format,
        bytes,
        published: picture.published,
        provisional,
        version,
        width,
        height: Math.max(1, Math.round((picture.height * width) / picture.width)),
        async publicAddress() {
          if (!picture.published || provisional) return undefined
          const isPublic = async () => (await find(PUBLIC))?.folder === picture.folder
          const path = `${picture.folder}/${key.slice(key.lastIndexOf('/') + 1)}`
          return await copies?.addressOf(path, { from: { key }, contentType: `image/${format}`, isPublic })
        },
        async signedAddress() {
          return picture.published ? undefined : await copies?.signedAddress(key)
        },
        async open() {
          const stream = await media.stream(key)
          if (!stream) throw new Error(`The derivative ${key} is missing.`)
          return stream
        },
      }
    },
  }
}
export type PublicImages = ReturnType<typeof createPublicImages>
