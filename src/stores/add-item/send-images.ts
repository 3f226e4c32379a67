import { hasImages } from '#rules/wizard/sections.ts'
import type { AddItemDeps } from './deps.ts'
import type { Draft, DraftImage, SentImage } from './draft.ts'
import type { DraftState } from './draft-state.ts'
import type { UploadImage } from './uploads.ts'

type Deps = Pick<AddItemDeps, 'uploads'> & { state: DraftState }

/** What goes with an image at this place of the list (spec §7 "Submission sequence"). A begun upload is repeated as it was. */
const sentImage = ({ sent, scan, ...image }: DraftImage, at: number): SentImage =>
  scan === null && sent
    ? sent
    : { order: at + 1, watermark: image.watermark, color: image.color, position: image.position }

/** The images that the server does not have yet, in order. None for types without images. */
export const imagesToSend = ({ fields, images }: Draft): UploadImage[] =>
  hasImages(fields.type)
    ? images.flatMap((image, at) =>
        image.scan === null ? [{ id: image.id, size: image.size, ...sentImage(image, at) }] : [],
      )
    : []

/** Sends what is missing. Each answer is stored as it comes. Resolves with the number of images that failed. */
export async function sendImages({ uploads, state }: Deps, draft: string, item: number): Promise<number> {
  const setImages = (ids: readonly string[], work: (image: DraftImage, at: number) => DraftImage) =>
    state.record(draft, (open) => ({
      ...open,
      images: open.images.map((image, at) => (ids.includes(image.id) ? work(image, at) : image)),
    }))
  const { failed } = await uploads.start(imagesToSend(state.$draft.get()!), item, {
    onBegin: (id) => setImages([id], (image, at) => ({ ...image, sent: sentImage(image, at) })),
    onSent: (id, scan) =>
      setImages([id], (image, at) => ({ ...image, scan, sent: image.sent ?? sentImage(image, at) })),
  })
  // Nothing of a refused image was stored: its fields may be changed before the next try.
  const refused = failed.filter((id) => {
    const upload = uploads.$uploads.get()[id]
    return upload?.state === 'failed' && upload.isFinal
  })
  if (refused.length > 0) await setImages(refused, (image) => ({ ...image, sent: null }))
  return failed.length
}
