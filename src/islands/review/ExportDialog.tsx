import { useState } from 'react'
import * as v from 'valibot'
import { REVIEWED_KINDS } from '#contract/record.ts'
import { formResult } from '#stores/auth/form-failure.ts'
import type { Exported } from '#stores/review/queue.ts'
import { useForm } from '../account/use-form.ts'
import { FormError } from '../widgets/FormError.tsx'
import { DialogButtons, TitledDialog } from '../widgets/ModalDialog.tsx'
import { SelectField } from '../widgets/SelectField.tsx'
import { useDesk } from './desk-context.ts'
import { EXPORT, kindNames, STATE_NAMES } from './messages.ts'

const KINDS = Object.fromEntries(REVIEWED_KINDS.map((kind) => [kind, kindNames(kind)]))

/** Saves the drafts that the filters list, or published records with the same filters, as a file. */
export function ExportDialog({ onClose }: { onClose: () => void }) {
  const { desk } = useDesk()
  const [{ kind, state }] = useState(() => desk.$filters.get())
  const [asked, setAsked] = useState<Exported>({ kind: kind || 'items', state, format: 'csv' })
  const save = () => formResult(async () => location.assign(await desk.exportLink(asked)))
  const { errors, text, isSending, props } = useForm(v.object({}), save, onClose)
  const isPublished = asked.state === 'published'
  const { csv, xlsx } = EXPORT.formats
  const select = (name: keyof Exported, names: Record<string, string>, hint?: string) => (
    <SelectField
      {...{ label: EXPORT[name], hint, error: errors[name], value: asked[name], choices: Object.entries(names) }}
      onChange={(value) =>
        // Drafts have two formats.
        setAsked({ ...asked, ...(name === 'state' && { format: 'csv' }), [name]: value })
      }
    />
  )
  return (
    <TitledDialog title="Export records to a file" onClose={onClose}>
      <form className="desk-watermark" {...props}>
        {select('state', { [state]: STATE_NAMES[state], published: STATE_NAMES.published }, EXPORT.filters)}
        {select('kind', KINDS)}
        {select('format', isPublished ? EXPORT.formats : { csv, xlsx }, EXPORT.notes)}
        <FormError text={text} />
        <DialogButtons send="Save File" isSending={isSending} onCancel={onClose} />
      </form>
    </TitledDialog>
  )
}
