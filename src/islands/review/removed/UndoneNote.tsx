import { recordAddress } from '#rules/addresses/record-address.ts'
import { editAddress } from '#rules/addresses/page-addresses.ts'
import type { UndoStores } from '#stores/review/removed/undo-list.ts'
import { FormError } from '../../widgets/FormError.tsx'
import { useStore } from '../../widgets/use-store.ts'
import { nothingDoneText } from '../messages.ts'

/** What became of the last undo. */
export function UndoneNote({ stores }: { stores: UndoStores }) {
  const undone = useStore(stores.$undone)
  if (!undone) return null
  if ('refusal' in undone) return <FormError text={nothingDoneText(undone.refusal)} />
  const { label, record } = undone
  const isPublic = record.state === 'published'
  const address = recordAddress(record.kind, Number(record.key))
  return (
    <p className="form-done" role="status">
      “{label}” is back.{isPublic && address !== null && ' Its page is there in a moment.'}{' '}
      {address !== null && <a href={isPublic ? address : editAddress(record.kind, record.key)}>Show it</a>}
    </p>
  )
}
