import { useRef, type KeyboardEvent } from 'react'
import {
  ListDropTargetDelegate,
  ListKeyboardDelegate,
  mergeProps,
  useDraggableCollection,
  useDroppableCollection,
  useGridList,
} from 'react-aria'
import { Item, useDraggableCollectionState, useDroppableCollectionState, useListState } from 'react-stately'
import type { DraftImage } from '#stores/add-item/draft.ts'
import { shownName } from './check-files.ts'
import { DropLine, ImageRow, type RowActions } from './ImageRow.tsx'
import { IMAGES } from './messages.ts'

interface Props extends RowActions {
  images: readonly DraftImage[]
  /** Moves an image before the one at `to`. */
  onMove: (id: string, to: number) => void
}

/** The images in their order, sorted by dragging, by keyboard (React Aria announces each step) and by the arrows of each row. */
export function ImageList({ images, onMove, ...actions }: Props) {
  const ref = useRef<HTMLDivElement>(null)
  const options = {
    'aria-label': IMAGES.list,
    items: images,
    selectionMode: 'none' as const,
    // Tab goes through the buttons of a row; the arrows go from row to row.
    keyboardNavigationBehavior: 'tab' as const,
    children: (image: DraftImage) => (
      <Item key={image.id} textValue={shownName(image.name)}>
        {shownName(image.name)}
      </Item>
    ),
  }
  const state = useListState(options)
  const { collection, selectionManager, disabledKeys } = state
  const { gridProps } = useGridList(options, state, ref)
  const drag = useDraggableCollectionState({
    collection,
    selectionManager,
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(collection.getItem(key)?.textValue) })),
    getAllowedDropOperations: () => ['move'],
  })
  useDraggableCollection({}, drag, ref)
  const dropOptions = {
    onReorder({
      keys,
      target,
    }: {
      keys: Set<string | number>
      target: { key: string | number; dropPosition: string }
    }) {
      const at = images.findIndex(({ id }) => id === target.key)
      for (const key of keys) onMove(String(key), target.dropPosition === 'after' ? at + 1 : at)
    },
  }
  const drop = useDroppableCollectionState({ collection, selectionManager, ...dropOptions })
  const { collectionProps } = useDroppableCollection(
    {
      ...dropOptions,
      keyboardDelegate: new ListKeyboardDelegate(collection, disabledKeys, ref),
      dropTargetDelegate: new ListDropTargetDelegate(collection, ref),
    },
    drop,
    ref,
  )
  const rows = [...collection]
  // Arrow keys of the list are not steps between the wizard's sections.
  const keepKeys = (event: KeyboardEvent) => event.stopPropagation()
  return (
    <div onKeyDown={keepKeys}>
      <div {...mergeProps(gridProps, collectionProps)} ref={ref} className="image-list">
        {rows.map((node, at) => {
          const image = images.find(({ id }) => id === node.key)!
          return (
            <ImageRow
              key={node.key}
              {...{ node, image, state, drag, drop, at, count: rows.length, onMove }}
              {...actions}
              before={<DropLine target={{ type: 'item', key: node.key, dropPosition: 'before' }} drop={drop} />}
              after={
                at === rows.length - 1 && (
                  <DropLine target={{ type: 'item', key: node.key, dropPosition: 'after' }} drop={drop} />
                )
              }
            />
          )
        })}
      </div>
    </div>
  )
}
