import { useState } from 'react'
import { Button } from '../../widgets/Button.tsx'
import { FormError } from '../../widgets/FormError.tsx'
import { RequestProblem } from '../../widgets/RequestProblem.tsx'
import { PictureField } from '../../add-item/popups/PictureField.tsx'
import type { FormField } from '#rules/forms/form-fields.ts'
import type { AttachedGroup, AttachedState } from '#stores/review/attached.ts'
import type { Edit } from '#stores/review/edit-model.ts'
import { useStore } from '../../widgets/use-store.ts'
import { useDesk } from '../desk-context.ts'
import { History } from '../History.tsx'
import { FormFrame, RecordForm } from '../RecordForm.tsx'
import { refusalText } from '../messages.ts'
import { partForm } from './part-lines.ts'

interface Props {
  group: AttachedGroup
  title: string
  onClose: () => void
}

/** The form of a record that belongs to the open one, in its place in the list. */
export const PartEditor = ({ group, ...props }: Props) =>
  group.kind === 'person_images' ? <PortraitForm {...props} /> : <FieldsForm group={group} {...props} />

function FieldsForm({ group, title, onClose }: Props) {
  const { desk } = useDesk()
  const { edits } = desk.attached
  const edit = useStore(edits.$edit)
  const now = useStore(desk.attached.$attached)
  const form = useStore(desk.attached.$form)
  const opening = useStore(desk.attached.$opening)
  if (!edit)
    return opening.state === 'failed' ? (
      <RequestProblem problem={opening.problem} onRetry={() => form?.record && desk.attached.edit(group, form.record)}>
        <Button onClick={onClose}>Close</Button>
      </RequestProblem>
    ) : (
      <p role="status">Opening…</p>
    )
  return (
    <RecordForm
      canAdd
      takesFocus
      className="desk-part-form"
      label={title}
      {...{ edits, edit, onClose }}
      fields={partForm(group).map((field) => withLots(field, now, edit))}
      onSave={async () => (await desk.attached.save()) && onClose()}
    >
      {edit.newKey === null && <History record={edit.base} edits={edits} level={5} />}
    </RecordForm>
  )
}

/** Of a place, one of its lots is chosen. */
function withLots(field: FormField, now: AttachedState, edit: Edit): FormField {
  if (field.field !== 'lot' || now.state !== 'ready' || now.owner.kind !== 'locations') return field
  const lots = now.attached.groups.find(({ kind }) => kind === 'lots')?.records.map(({ key }) => String(key)) ?? []
  const current = edit.base.fields['lot']
  const choices = [...new Set([...lots, ...(typeof current === 'string' && current !== '' ? [current] : [])])]
  return { ...field, control: 'choice', choices: [['', 'Choose a lot'], ...choices.map((lot) => [lot, lot] as const)] }
}

function PortraitForm({ title, onClose }: Omit<Props, 'group'>) {
  const { desk } = useDesk()
  const now = useStore(desk.attached.$attached)
  const refusal = useStore(desk.attached.portrait.$refusal)
  const isBusy = useStore(desk.attached.portrait.$isRunning)
  const [picture, setPicture] = useState<File | null>(null)
  async function send() {
    if (!picture || !now.owner || isBusy) return
    if (await desk.attached.addPortrait(now.owner.key, picture)) onClose()
  }
  return (
    <FormFrame takesFocus className="desk-part-form" label={title} onSave={send} onClose={onClose}>
      <FormError text={refusal && refusalText(refusal)} />
      <PictureField picture={picture} onChange={setPicture} />
      <p className="buttons">
        <button type="submit" className="button strong" aria-disabled={isBusy}>
          Save
        </button>
        <Button onClick={onClose}>Close</Button>
        {isBusy && <span role="status">Saving…</span>}
      </p>
    </FormFrame>
  )
}
