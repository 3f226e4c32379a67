import { ApiError } from '#client/errors.ts'
import { hasImages } from '#rules/wizard/sections.ts'
import type { AddItemDeps, ImageToSend, UploadHooks } from './deps.ts'
import type { Draft, DraftImage, SentImage } from './draft.ts'
import type { DraftState } from './draft-state.ts'
import type { Images } from './images.ts'

type Deps = Pick<AddItemDeps, 'uploads' | 'withSession'> & { state: DraftState; images: Images }

/** What goes with an image at this place of the list (spec §7 "Submission sequence"). A begun upload is repeated as it was. */
export const sentImage = ({ sent, scan, ...image }: DraftImage, at: number): SentImage =>
  scan === null && sent
    ? sent
    : { order: at + 1, watermark: image.watermark, color: image.color, position: image.position }

/** The images that the server does not have yet, in order. None for types without images. */
export const imagesToSend = ({ fields, images }: Draft): ImageToSend[] =>
  hasImages(fields.type)
    ? images.flatMap((image, at) => (image.scan === null ? [{ id: image.id, ...sentImage(image, at) }] : []))
    : []

/** Sends what is missing, asking for a login when the session ends. Resolves with the number of images that failed. */
export async function sendImages({ uploads, withSession, state, images }: Deps, draft: string, item: number) {
  const setImage = (id: string, work: (image: DraftImage, at: number) => DraftImage) =>
    state.record(draft, (open) => ({
      ...open,
      images: open.images.map((image, at) => (image.id === id ? work(image, at) : image)),
    }))
  const hooks: UploadHooks = {
    read: images.read,
    begin: (id) => setImage(id, (image, at) => ({ ...image, sent: sentImage(image, at) })),
    sent: (id, scan) => setImage(id, (image, at) => ({ ...image, scan, sent: image.sent ?? sentImage(image, at) })),
    refused: (id) => setImage(id, (image) => ({ ...image, sent: null })),
  }
  return withSession(async () => {
    const missing = imagesToSend(state.$draft.get()!)
    if (missing.length === 0) return 0
    const { failed, isSignedOut } = await uploads.start(missing, item, hooks)
    if (isSignedOut) throw new ApiError(401, undefined, 'The upload')
    return failed.length
  })
}
