import { useEffect, useId, useRef, useState } from 'react'
import { TEXT } from '#contract/limits.ts'
import { WATERMARK_COLORS, WATERMARK_POSITIONS } from '#contract/scan.ts'
import { DialogButtons, ModalDialog } from '#islands/widgets/ModalDialog.tsx'
import { fitInBox } from '#rules/media/pictures.ts'
import type { DraftImage } from '#stores/add-item/draft.ts'
import { shownName } from './check-files.ts'
import { IMAGES } from './messages.ts'
import type { ServerPreviews } from './server-previews.ts'
import type { Thumbnails, ThumbnailState } from './thumbnails.ts'
import { SelectField } from '../../widgets/SelectField.tsx'
import { TextField } from '../../widgets/TextField.tsx'
import { useStorePart } from '../../widgets/use-store.ts'
import { drawPreview, type PreviewPicture } from './watermark-preview.ts'
import type { AddItemStores } from '#stores/add-item/create-add-item-stores.ts'

const { editor: WORDS } = IMAGES
/** Pixels of the preview at most, and of a sheet that stands for a picture that can't be shown. */
const BOX = { width: 960, height: 720 }
/** The part of the picture with the watermark, enlarged. */
const CORNER = { width: 960, height: 320 }
const SHEET = { width: 2048, height: 1536 }
/** Milliseconds after typing until the preview follows. */
const TYPING = 250

export interface EditorProps {
  image: DraftImage
  $thumbnails: Thumbnails['$thumbnails']
  read: AddItemStores['readImage']
  previews: ServerPreviews
  onSave: AddItemStores['changeImage']
  onClose: () => void
}

/** Spec §2 "watermark editor": text, color and position of one image, and its text for all. */
export default function WatermarkEditor({ image, $thumbnails, read, previews, onSave, onClose }: EditorProps) {
  const id = useId()
  const [mark, setMark] = useState({ watermark: image.watermark, color: image.color, position: image.position })
  const [forAll, setForAll] = useState(false)
  const thumbnail = useStorePart($thumbnails, (thumbnails) => thumbnails[image.id])
  // The small picture of a scan that was sent before has its old watermark.
  const hasFile = image.size > 0
  const picture = usePicture(image.id, read, hasFile ? thumbnail : undefined)
  const whole = useRef<HTMLCanvasElement>(null)
  const corner = useRef<HTMLCanvasElement>(null)
  const [isExact, setExact] = useState(true)

  useEffect(() => {
    if (!picture) return
    const controller = new AbortController()
    const { signal } = controller
    const timer = setTimeout(() => {
      const canvases = { whole: whole.current!, corner: corner.current! }
      void drawPreview(canvases, picture, mark, { previews, signal }).then((exact) => signal.aborted || setExact(exact))
    }, TYPING)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [picture, mark, previews])

  // What was sent stays as it was sent.
  const isSent = image.sent !== null
  const size = picture && fitInBox(picture.width, picture.height, BOX)
  return (
    <ModalDialog className="dialog watermark-editor" labelledBy={`${id}-title`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isSent) return
          onSave(image.id, mark)
          if (forAll) onSave('all', { watermark: mark.watermark })
          onClose()
        }}
      >
        <h2 id={`${id}-title`}>{WORDS.title}</h2>
        <p className="field-hint">
          <bdi>{shownName(image.name)}</bdi>
        </p>
        <div className="watermark-previews">
          <canvas
            ref={whole}
            className="watermark-preview"
            role="img"
            aria-label={WORDS.preview(mark.watermark)}
            width={size?.width ?? 4}
            height={size?.height ?? 3}
          />
          <canvas
            ref={corner}
            className="watermark-corner"
            aria-hidden="true"
            width={CORNER.width}
            height={CORNER.height}
          />
        </div>
        <p className="field-hint" role="status">
          {picture && !picture.pixels ? WORDS.noPicture : isExact ? WORDS.exact : WORDS.approximate}
        </p>
        {isSent && <p>{WORDS.sent}</p>}
        <fieldset disabled={isSent}>
          <legend className="visually-hidden">{WORDS.title}</legend>
          <TextField
            label={WORDS.text}
            hint={WORDS.textHint}
            value={mark.watermark}
            maxLength={TEXT.name}
            onChange={(watermark) => setMark({ ...mark, watermark })}
          />
          <p>
            <label>
              <input type="checkbox" checked={forAll} onChange={({ target }) => setForAll(target.checked)} />{' '}
              {WORDS.all}
            </label>
          </p>
          <div className="watermark-choices">
            <SelectField
              label={WORDS.color}
              value={mark.color}
              choices={WATERMARK_COLORS.map((each) => [each, WORDS[each]])}
              onChange={(color) => setMark({ ...mark, color })}
            />
            <SelectField
              label={WORDS.position}
              value={mark.position}
              choices={WATERMARK_POSITIONS.map((each) => [each, WORDS.positions[each]])}
              onChange={(position) => setMark({ ...mark, position })}
            />
          </div>
        </fieldset>
        <DialogButtons send={WORDS.save} isOff={isSent} onCancel={onClose} />
      </form>
    </ModalDialog>
  )
}

/** The picture to draw the preview on: decoded here, else what the server made of it, else a plain sheet. */
function usePicture(id: string, read: EditorProps['read'], thumbnail: ThumbnailState | undefined) {
  const [picture, setPicture] = useState<PreviewPicture>()
  useEffect(() => {
    let isGone = false
    let bitmap: ImageBitmap | undefined
    async function load(): Promise<PreviewPicture> {
      const file = await read(id)
      bitmap = file && (await createImageBitmap(file).catch(() => undefined))
      if (bitmap) return { pixels: bitmap, width: bitmap.width, height: bitmap.height }
      if (typeof thumbnail !== 'object') return { pixels: undefined, ...SHEET }
      const pixels = new Image()
      pixels.src = thumbnail.src
      await pixels.decode()
      return { pixels, width: thumbnail.width, height: thumbnail.height }
    }
    void load()
      .catch((): PreviewPicture => ({ pixels: undefined, ...SHEET }))
      .then((loaded) => (isGone ? bitmap?.close() : setPicture(loaded)))
    return () => {
      isGone = true
      bitmap?.close()
    }
  }, [id, read, thumbnail])
  return picture
}
