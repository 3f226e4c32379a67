import { useId, useRef, useState } from 'react'
import type { DraftImage } from '#stores/add-item/draft.ts'
import { canStartDrag, dragRow } from './drag-row.ts'
import { ImageRow, type RowActions } from './ImageRow.tsx'
import { IMAGES } from './messages.ts'

interface Props extends RowActions {
  images: readonly DraftImage[]
}

/** The images in their order, sorted by dragging, by the keys of each row's handle and by its arrow buttons. */
export function ImageList({ images, ...actions }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const hint = useId()
  const [drag, setDrag] = useState<{ id: string; gap: number }>()

  function startDrag(id: string, press: PointerEvent) {
    if (!actions.canSort || !canStartDrag(press)) return
    dragRow(list.current!, press, {
      onGap: (gap) => setDrag(gap === undefined ? undefined : { id, gap }),
      onDrop: (gap) => actions.onMove(id, gap),
    })
  }
  function dropLineOf(at: number) {
    if (drag?.gap === at) return 'before'
    return drag?.gap === images.length && at === images.length - 1 ? 'after' : undefined
  }
  return (
    <>
      <span id={hint} hidden>
        {IMAGES.dragHint}
      </span>
      {/* Its arrow keys are no steps between the wizard's sections (start-moves.ts). */}
      <ol
        ref={list}
        className="image-list"
        aria-label={IMAGES.list}
        data-dragging={!!drag || undefined}
        data-arrow-keys
      >
        {images.map((image, at) => (
          <ImageRow
            key={image.id}
            {...{ image, at, hint }}
            {...actions}
            count={images.length}
            isDragged={drag?.id === image.id}
            dropLine={dropLineOf(at)}
            onPress={(press) => startDrag(image.id, press)}
          />
        ))}
      </ol>
    </>
  )
}
