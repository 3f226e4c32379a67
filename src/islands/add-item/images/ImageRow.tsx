import arrowDown from 'lucide-static/icons/arrow-down.svg?raw'
import arrowUp from 'lucide-static/icons/arrow-up.svg?raw'
import noImage from 'lucide-static/icons/image-off.svg?raw'
import trash from 'lucide-static/icons/trash-2.svg?raw'
import { TEXT } from '#contract/limits.ts'
import { Drawing, paths } from '#components/Icon.tsx'
import type { DraftImage } from '#stores/add-item/draft.ts'
import { shownName } from './check-files.ts'
import { IMAGES } from './messages.ts'
import type { Thumbnails } from './thumbnails.ts'
import { LinkButton } from '../../widgets/Button.tsx'
import { SortHandle, type SortableRows } from '../../widgets/sortable-rows.tsx'
import { TextField } from '../../widgets/TextField.tsx'
import { useStorePart } from '../../widgets/use-store.ts'
import type { AddItemStores } from '#stores/add-item/create-add-item-stores.ts'

const ICONS = {
  up: paths(arrowUp),
  down: paths(arrowDown),
  noImage: paths(noImage),
  trash: paths(trash),
}

export interface RowActions {
  $thumbnails: Thumbnails['$thumbnails']
  $uploads: AddItemStores['$uploads']
  onEdit: (id: string) => void
  onRemove: (image: DraftImage) => void
  onRetry: () => void
  onChange: AddItemStores['changeImage']
}

interface Props extends RowActions {
  image: DraftImage
  at: number
  rows: SortableRows<string>
}

/** One image: its preview (which opens the watermark editor), name, state and buttons. */
export function ImageRow(props: Props) {
  const { image, at, rows } = props
  const { count, canSort, onMove } = rows
  const { $thumbnails, $uploads, onEdit, onRemove, onRetry, onChange } = props
  const name = shownName(image.name)
  const isSending = useStorePart($uploads, (uploads) => uploads[image.id]?.state === 'sending')

  return (
    <li
      className="image-row"
      {...rows.row(image.id, at)}
      onPointerDown={({ nativeEvent }) => rows.press(image.id, nativeEvent)}
    >
      <SortHandle rows={rows} id={image.id} at={at} name={name} />
      <span className="image-number">{at + 1}</span>
      <PreviewButton {...{ image, name, $thumbnails, onEdit }} />
      <div className="image-words">
        <bdi className="image-name" title={name}>
          {name}
        </bdi>
        <UploadState {...{ image, $uploads, onRetry }} />
        <TextField
          label={IMAGES.shows}
          aria-label={`${IMAGES.shows} (${name})`}
          value={image.alt}
          maxLength={TEXT.line}
          disabled={isSending}
          onChange={(alt) => onChange(image.id, { alt })}
        />
      </div>
      <div className="image-buttons">
        <button
          type="button"
          aria-label={IMAGES.moveUp(name)}
          disabled={at === 0 || !canSort}
          onClick={() => onMove(image.id, at - 1)}
        >
          <Drawing lines={ICONS.up} />
        </button>
        <button
          type="button"
          aria-label={IMAGES.moveDown(name)}
          disabled={at === count - 1 || !canSort}
          onClick={() => onMove(image.id, at + 2)}
        >
          <Drawing lines={ICONS.down} />
        </button>
        <button type="button" aria-label={IMAGES.remove(name)} disabled={isSending} onClick={() => onRemove(image)}>
          <Drawing lines={ICONS.trash} />
        </button>
      </div>
    </li>
  )
}

function PreviewButton({
  image,
  name,
  $thumbnails,
  onEdit,
}: Pick<Props, 'image' | '$thumbnails' | 'onEdit'> & { name: string }) {
  const state = useStorePart($thumbnails, (thumbnails) => thumbnails[image.id]) ?? 'loading'
  const label = IMAGES.editWatermark(name)
  return (
    <button
      type="button"
      className="image-preview"
      aria-label={state === 'card' ? `${IMAGES.noPreview}. ${label}` : label}
      onClick={() => onEdit(image.id)}
    >
      {state === 'loading' && <span className="image-loading" title={IMAGES.loading} />}
      {state === 'card' && (
        <span className="image-card">
          <Drawing lines={ICONS.noImage} />
          {IMAGES.noPreview}
        </span>
      )}
      {typeof state === 'object' && <img src={state.src} alt="" draggable={false} />}
    </button>
  )
}

function UploadState({ image, $uploads, onRetry }: Pick<Props, 'image' | '$uploads' | 'onRetry'>) {
  const current = useStorePart($uploads, (uploads) => uploads[image.id])
  const upload = image.scan === null ? current : ({ state: 'sent' } as const)
  if (!upload) return null
  if (upload.state === 'failed') {
    return (
      <span className="field-error">
        {upload.text} {!upload.isFinal && <LinkButton onClick={onRetry}>{IMAGES.retry}</LinkButton>}
      </span>
    )
  }
  if (upload.state !== 'sending') return <span className="image-state">{IMAGES.state[upload.state]}</span>
  const percent = Math.round(upload.progress * 100)
  return (
    <span className="image-state">
      <progress max={100} value={percent} aria-label={IMAGES.sending(percent)} /> {percent} %
    </span>
  )
}
