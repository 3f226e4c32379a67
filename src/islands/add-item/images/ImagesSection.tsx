import { useEffect, useRef, useState } from 'react'
import { SCAN } from '#contract/limits.ts'
import { useStore, useStorePart } from '#islands/widgets/use-store.ts'
import type { AddItemStores } from '#stores/add-item/create-add-item-stores.ts'
import type { DraftImage } from '#stores/add-item/draft.ts'
import { LinkButton } from '../../widgets/Button.tsx'
import { isTouch, mountPicker } from '../../widgets/file-picker.ts'
import { FormError } from '../../widgets/FormError.tsx'
import { movedText, SortHint, type SortableOptions, useSortableRows } from '../../widgets/sortable-rows.tsx'
import { Status } from '../../widgets/Status.tsx'
import { usePart } from '../use-part.ts'
import { ImageRow, type RowActions } from './ImageRow.tsx'
import type { EditorProps } from './WatermarkEditor.tsx'
import { type CheckedFiles, checkFiles, shownName } from './check-files.ts'
import { IMAGES } from './messages.ts'
import type { ServerPreviews } from './server-previews.ts'
import type { Thumbnails } from './thumbnails.ts'
import './images.css'

interface ListProps extends RowActions, Omit<SortableOptions<string>, 'count'> {
  images: readonly DraftImage[]
}

/** The images in their order, sorted by dragging, by the keys of each row's handle and by its arrow buttons. */
function ImageList({ images, canSort, onMove, ...actions }: ListProps) {
  const rows = useSortableRows({ canSort, onMove, count: images.length })
  return (
    <>
      <SortHint {...rows} />
      {/* Its arrow keys are no steps between the wizard's sections (start-moves.ts). */}
      <ol {...rows.list} className="image-list" aria-label={IMAGES.list} data-arrow-keys>
        {images.map((image, at) => (
          <ImageRow key={image.id} {...{ image, at, rows }} {...actions} />
        ))}
      </ol>
    </>
  )
}

const NONE: readonly DraftImage[] = []
const loadSays = async () => (await import('./PictureSays.tsx')).default
const loadEditor = async () => (await import('./WatermarkEditor.tsx')).default
const isSendingState = ({ state }: ReturnType<AddItemStores['$submission']['get']>) =>
  state === 'sending-images' || state === 'sending-item'

interface Props {
  stores: AddItemStores
  previews: ServerPreviews
  thumbnails: Thumbnails
}

/** The wizard's section for images (spec §2): where files come in, and the list of what was chosen. */
export default function ImagesSection({ stores, previews, thumbnails }: Props) {
  const images = useStorePart(stores.$draft, (draft) => draft?.images ?? NONE)
  const isSending = useStorePart(stores.$submission, isSendingState)
  const removed = useStore(stores.$removedImage)
  const [checked, setChecked] = useState<CheckedFiles>()
  const [edited, setEdited] = useState<string>()
  const editor = usePart<EditorProps>(loadEditor)
  const { Part: Says } = usePart(loadSays, images.length > 0)
  const [announcement, setAnnouncement] = useState('')
  const target = useRef<HTMLDivElement>(null)

  useEffect(
    () =>
      mountPicker(target.current!, IMAGES, (files) => {
        const { images = [] } = stores.$draft.get() ?? {}
        void checkFiles(files, { images, takesHeic: previews.takesHeic }).then((result) => {
          setChecked(result)
          if (result.accepted.length === 0) return
          setAnnouncement(IMAGES.added(result.accepted.length))
          return stores.addImages(result.accepted)
        })
      }),
    [stores, previews],
  )

  function move(id: string, to: number) {
    // A drag that began earlier may end while images are sent.
    if (isSendingState(stores.$submission.get())) return
    const imagesNow = () => stores.$draft.get()?.images ?? NONE
    const placeOf = () => imagesNow().findIndex((image) => image.id === id)
    const from = placeOf()
    stores.moveImage(id, to)
    const at = placeOf()
    if (at === from) return
    const after = imagesNow()
    setAnnouncement(movedText(shownName(after[at]!.name), at + 1, after.length))
  }

  const image = images.find(({ id }) => id === edited)
  return (
    <div className="images-section">
      <div ref={target} className="file-picker" />
      <p className="field-hint">{IMAGES.note(SCAN.maximumBytes / 2 ** 20)}</p>
      {checked && <Checked {...{ checked, stores }} onClose={() => setChecked(undefined)} />}
      {images.length > 1 && <p className="field-hint">{isTouch() ? IMAGES.sortHintTouch : IMAGES.sortHint}</p>}
      {images.length > 0 && (
        <ImageList
          images={images}
          $thumbnails={thumbnails.$thumbnails}
          $uploads={stores.$uploads}
          canSort={!isSending}
          onMove={move}
          onEdit={(id) => {
            editor.load()
            setEdited(id)
          }}
          onRetry={stores.retry}
          onChange={stores.changeImage}
          onRemove={({ id, name }) => {
            stores.removeImage(id)
            setAnnouncement(IMAGES.removed(shownName(name)))
          }}
        />
      )}
      {Says && <Says images={images} />}
      {removed && (
        <p>
          {IMAGES.removed(shownName(removed.name))}{' '}
          <LinkButton onClick={stores.undoRemoveImage}>{IMAGES.undo}</LinkButton>
        </p>
      )}
      <Status className="visually-hidden">{announcement}</Status>
      <FormError text={image && editor.problem} />
      {image && editor.Part && (
        <editor.Part
          key={image.id}
          image={image}
          $thumbnails={thumbnails.$thumbnails}
          read={stores.readImage}
          previews={previews}
          onSave={stores.changeImage}
          onClose={() => setEdited(undefined)}
        />
      )}
    </div>
  )
}

interface CheckedProps {
  checked: CheckedFiles
  stores: AddItemStores
  onClose: () => void
}
/** What was refused when it was chosen, and copies of what is there already. */
function Checked({ checked: { refused, duplicates }, stores, onClose }: CheckedProps) {
  if (refused.length === 0 && duplicates.length === 0) return null
  return (
    <div className="aside blocking" role="alert">
      {refused.length > 0 && (
        <>
          <p>
            <strong>{IMAGES.refusedTitle(refused.length)}</strong>
          </p>
          <ul>
            {refused.map(({ name, text }, at) => (
              <li key={at}>
                <bdi className="image-name">{name}</bdi>: {text}
              </li>
            ))}
          </ul>
        </>
      )}
      {duplicates.length > 0 && <p>{IMAGES.duplicate(duplicates.map(({ name }) => shownName(name)))}</p>}
      <p className="buttons">
        {duplicates.length > 0 && (
          <LinkButton
            onClick={() => {
              void stores.addImages(duplicates)
              onClose()
            }}
          >
            {IMAGES.keepBoth}
          </LinkButton>
        )}
        <LinkButton onClick={onClose}>{duplicates.length > 0 ? IMAGES.skip : IMAGES.close}</LinkButton>
      </p>
    </div>
  )
}
