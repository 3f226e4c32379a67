import { useEffect } from 'react'
import type { DeskRecord } from '#contract/record.ts'
import { SmallButton } from '../widgets/Button.tsx'
import { FormField } from '../widgets/FormField.tsx'
import { useStore } from '../widgets/use-store.ts'
import { useDesk } from './desk-context.ts'
import { refusalText } from './messages.ts'

/** Milliseconds between two looks at pages that are being drawn. */
const LOOK_EVERY = 2000

/** Adds pictures and documents to an item, after those that are there. */
export function AddPages({ item }: { item: DeskRecord }) {
  const { desk } = useDesk()
  const added = useStore(desk.scans.$added)
  const isBusy = useStore(desk.scans.$isRunning)
  const isHere = added?.item === item.key
  const refused = isHere ? added.refused : []
  return (
    <>
      <FormField
        label="Add pictures or pages"
        hint="Pictures, PDF or TIFF, as many as you like. They come after those that are there; a document becomes its pages."
        error={refused.map(({ name, why }) => `${name}: ${refusalText(why)}`).join(' ') || undefined}
      >
        {(control) => (
          <input
            {...control}
            type="file"
            multiple
            disabled={isBusy}
            accept="image/*,application/pdf,.pdf,.tif,.tiff"
            onChange={({ currentTarget }) => {
              const files = [...(currentTarget.files ?? [])]
              // The same file may be chosen again.
              currentTarget.value = ''
              if (files.length > 0) void desk.scans.add(item, files)
            }}
          />
        )}
      </FormField>
      <p className="meta" role="status">
        {isHere && added.name && `Sending ${added.name}, ${added.at + 1} of ${added.of}`}
      </p>
      <Drawing item={item} />
    </>
  )
}

/** Documents whose pages are not all there yet. */
function Drawing({ item }: { item: DeskRecord }) {
  const { desk } = useDesk()
  const open = useStore(desk.$open)
  const isBusy = useStore(desk.scans.$isRunning)
  const view = open.state === 'ready' && open.loaded.view.of === 'item' ? open.loaded.view.item : undefined
  const documents = (view?.item_files ?? []).filter(({ waiting, failed }) => waiting + failed > 0)
  const isDrawing = documents.some(({ waiting }) => waiting > 0)
  useEffect(() => {
    const timer = isDrawing ? setTimeout(() => void desk.refresh(item), LOOK_EVERY) : undefined
    return () => clearTimeout(timer)
  }, [view, isDrawing, item, desk])
  return documents.map(({ id, file_name, pages, waiting, failed }) => (
    <div key={id} className="meta desk-sending">
      {waiting > 0 && <p>{`Page ${pages! - waiting - failed + 1} of ${pages} of ${file_name} is being drawn.`}</p>}
      {item.files
        .find(({ key }) => key === id)
        ?.failed.map(({ page, problem }) => (
          <p key={page}>{`Page ${page} of ${file_name} can’t be drawn: ${problem}`}</p>
        ))}
      {failed > 0 && (
        <SmallButton aria-disabled={isBusy} onClick={() => isBusy || void desk.scans.retryPages(item, id)}>
          Try Again<span className="visually-hidden"> to draw pages of {file_name}</span>
        </SmallButton>
      )}
    </div>
  ))
}
