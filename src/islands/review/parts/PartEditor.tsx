import { useEffect, useRef, useState, type ReactNode } from 'react'
import { FormError } from '../../widgets/FormError.tsx'
import { PictureField } from '../../add-item/popups/PictureField.tsx'
import type { FormField } from '#rules/forms/record-form.ts'
import type { AttachedGroup, AttachedState } from '#stores/review/attached.ts'
import type { Edit } from '#stores/review/edit-model.ts'
import { useStore } from '../../widgets/use-store.ts'
import { Conflicts } from '../Conflicts.tsx'
import { useDesk } from '../desk-context.ts'
import { FieldControl } from '../FieldControl.tsx'
import { FormContexts } from '../FormContexts.tsx'
import { History } from '../History.tsx'
import { refusalText } from '../messages.ts'
import { partForm } from './part-lines.ts'

interface Props {
  group: AttachedGroup
  title: string
  onClose: () => void
}

/** The form of a record that belongs to the open one, in its place in the list. */
export function PartEditor({ group, title, onClose }: Props) {
  return (
    <FormContexts>
      {group.kind === 'person_images' ? (
        <PortraitForm title={title} onClose={onClose} />
      ) : (
        <FieldsForm group={group} title={title} onClose={onClose} />
      )}
    </FormContexts>
  )
}

interface FrameProps {
  title: string
  onSave: () => Promise<unknown>
  onClose: () => void
  isBusy: boolean
  children: ReactNode
}

function Frame({ title, onSave, onClose, isBusy, children }: FrameProps) {
  const form = useRef<HTMLFormElement>(null)
  const save = () => void onSave().then(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus(), [])
  return (
    <form
      ref={form}
      className="desk-part-form"
      aria-label={title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      onKeyDown={(event) => {
        if (event.defaultPrevented) return
        if (event.key === 'Escape') onClose()
        else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault()
          save()
        }
      }}
    >
      {children}
      <p className="desk-buttons">
        <button type="submit" className="button strong" aria-disabled={isBusy}>
          Save
        </button>
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
        {isBusy && <span role="status">Saving…</span>}
      </p>
    </form>
  )
}

function FieldsForm({ group, title, onClose }: Props) {
  const { desk } = useDesk()
  const edit = useStore(desk.attached.edits.$edit)
  const now = useStore(desk.attached.$attached)
  const refusal = useStore(desk.attached.$refusal) ?? edit?.refusal
  if (!edit) return <p role={refusal ? 'alert' : 'status'}>{refusal ? refusalText(refusal) : 'Opening…'}</p>
  return (
    <Frame
      title={title}
      isBusy={edit.state === 'saving'}
      onSave={async () => (await desk.attached.save()) && onClose()}
      onClose={onClose}
    >
      <FormError text={refusal && refusalText(refusal)} />
      <Conflicts edit={edit} edits={desk.attached.edits} />
      {partForm(group).map((field) => (
        <FieldControl key={field.field} edit={edit} edits={desk.attached.edits} field={withLots(field, now, edit)} />
      ))}
      {edit.newKey === null && <History record={edit.base} edits={desk.attached.edits} level={5} />}
    </Frame>
  )
}

/** Of a place, one of its lots is chosen. */
function withLots(field: FormField, now: AttachedState, edit: Edit): FormField {
  if (field.field !== 'lot' || now.state !== 'ready' || now.owner.kind !== 'locations') return field
  const lots = now.attached.groups.find(({ kind }) => kind === 'lots')?.records.map(({ key }) => String(key)) ?? []
  const current = edit.base.fields['lot']
  const choices = [...new Set([...lots, ...(typeof current === 'string' && current !== '' ? [current] : [])])]
  return {
    ...field,
    control: { is: 'choice', choices: [['', 'Choose a lot'], ...choices.map((lot) => [lot, lot] as const)] },
  }
}

function PortraitForm({ title, onClose }: Omit<Props, 'group'>) {
  const { desk } = useDesk()
  const now = useStore(desk.attached.$attached)
  const refusal = useStore(desk.attached.$refusal)
  const [picture, setPicture] = useState<File | null>(null)
  const [isBusy, setBusy] = useState(false)
  async function send() {
    if (!picture || !now.owner || isBusy) return
    setBusy(true)
    await desk.attached.addPortrait(now.owner.key, picture)
    setBusy(false)
    if (desk.attached.$form.get() === null) onClose()
  }
  return (
    <Frame title={title} isBusy={isBusy} onSave={send} onClose={onClose}>
      <FormError text={refusal && refusalText(refusal)} />
      <PictureField picture={picture} onChange={setPicture} />
    </Frame>
  )
}
