import { Button, StrongButton } from '../widgets/Button.tsx'
import { FormError } from '../widgets/FormError.tsx'
import { Loading } from '#components/record/Loading.tsx'
import type { DeskRecord } from '#contract/record.ts'
import { fieldName, fieldText, namesIn } from '#rules/names/field-names.ts'
import type { MergePlan, Merges } from '#stores/review/merge.ts'
import { toName, type RecordName } from '#stores/review/record-names.ts'
import { TitledDialog } from '../widgets/ModalDialog.tsx'
import { useStore } from '../widgets/use-store.ts'
import { nothingDoneText, STATE_NAMES } from './messages.ts'

interface Props {
  merges: Merges
  /** They are one now: `stays` is left, `goes` is gone. */
  onMerged?: (stays: RecordName, goes: RecordName) => void
  onClose: () => void
}

/** Two records side by side, and what stays when they become one. */
export function MergeDialog({ merges, onMerged, onClose }: Props) {
  const merge = useStore(merges.$merge)
  const plan = 'plan' in merge ? merge.plan : null
  const isBusy = merge.state !== 'ready'
  async function confirm() {
    const goes = merge.state === 'ready' ? toName(merge.plan.from) : null
    const stays = await merges.merge()
    if (!stays || !goes) return
    onClose()
    onMerged?.(stays, goes)
  }
  return (
    <TitledDialog title="Make one record of two" className="desk-merge" onClose={onClose} staysOpen>
      {merge.state === 'loading' && !plan && <Loading />}
      {plan && (
        <>
          <Comparison plan={plan} merges={merges} />
          <p>
            Everything that names the record that goes leads to the one that stays afterwards, its address too. This can
            be undone for thirty days. Where both have a value, choose the one that counts.
          </p>
        </>
      )}
      <FormError text={'refusal' in merge && merge.refusal && nothingDoneText(merge.refusal)} />
      <p className="buttons">
        {plan && (
          <>
            <StrongButton aria-disabled={isBusy} onClick={() => void confirm()}>
              {merge.state === 'merging' ? 'One moment…' : 'Merge'}
            </StrongButton>
            <Button aria-disabled={isBusy} onClick={() => void merges.swap()}>
              Swap
            </Button>
          </>
        )}
        <Button onClick={onClose}>Cancel</Button>
      </p>
    </TitledDialog>
  )
}

function Comparison({ plan: { from, into, preview, take }, merges }: { plan: MergePlan; merges: Merges }) {
  const fields = [...new Set([...Object.keys(from.fields), ...Object.keys(into.fields)])]
  const texts = (record: DeskRecord) => {
    const nameOf = namesIn(record)
    return (field: string) => fieldText(from.kind, field, record.fields[field], nameOf)
  }
  const [left, right, result] = [texts(from), texts(into), texts(preview.record)]
  const shown = fields.filter((field) => left(field) !== '' || right(field) !== '')
  /** Where both have something, either can be chosen. */
  const cell = (field: string, whose: 'from' | 'into', text: string) => {
    const isOpen = preview.conflicts.some((each) => each.field === field) && left(field) !== '' && right(field) !== ''
    if (!isOpen) return text
    return (
      <label className="desk-check">
        <input
          type="radio"
          name={`merge-${field}`}
          checked={take.includes(field) === (whose === 'from')}
          onChange={() => void merges.choose(field, whose)}
        />
        <span>
          <span className="visually-hidden">{fieldName(from.kind, field)}: </span>
          {text}
        </span>
      </label>
    )
  }
  return (
    <div className="desk-comparison" role="region" aria-label="Both records" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">Goes: {STATE_NAMES[from.state].toLowerCase()}</th>
            <th scope="col">Stays: {STATE_NAMES[into.state].toLowerCase()}</th>
            <th scope="col">Afterwards</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((field) => (
            <tr key={field} className={left(field) === right(field) ? undefined : 'different'}>
              <th scope="row">{fieldName(from.kind, field)}</th>
              <td data-label="Goes">{cell(field, 'from', left(field))}</td>
              <td data-label="Stays">{cell(field, 'into', right(field))}</td>
              <td data-label="Afterwards">{result(field)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
