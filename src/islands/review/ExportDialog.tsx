import { useState } from 'react'
import * as v from 'valibot'
import { REVIEWED_KINDS } from '#contract/record.ts'
import { EXPORT_FORMATS } from '#contract/review.ts'
import { formResult } from '#stores/auth/form-failure.ts'
import type { Exported } from '#stores/review/queue.ts'
import { useForm } from '../account/use-form.ts'
import { FormError } from '../widgets/FormError.tsx'
import { DialogButtons, TitledDialog } from '../widgets/ModalDialog.tsx'
import { SelectField } from '../widgets/SelectField.tsx'
import { useDesk } from './desk-context.ts'
import { EXPORT, kindNames, STATE_NAMES } from './messages.ts'

/** Saves the drafts that the filters list, or published records with the same filters, as a file. */
export function ExportDialog({ onClose }: { onClose: () => void }) {
  const { desk } = useDesk()
  const [{ kind, state }] = useState(() => desk.$filters.get())
  const [asked, setAsked] = useState<Exported>({ kind: kind || 'items', state, format: 'csv' })
  const save = () => formResult(async () => location.assign(await desk.exportLink(asked)))
  const { errors, text, isSending, props } = useForm(v.object({}), save, onClose)
  const select = <Name extends keyof Exported>(
    name: Name,
    choices: readonly (readonly [Exported[Name], string])[],
    hint?: string,
  ) => (
    <SelectField
      {...{ label: EXPORT[name], hint, error: errors[name], value: asked[name], choices }}
      onChange={(value) => setAsked({ ...asked, [name]: value })}
    />
  )
  return (
    <TitledDialog title="Export records to a file" onClose={onClose}>
      <form className="note-form" {...props}>
        {select(
          'state',
          ([state, 'published'] as const).map((each) => [each, STATE_NAMES[each]]),
          EXPORT.filters,
        )}
        {select(
          'kind',
          REVIEWED_KINDS.map((each) => [each, kindNames(each)]),
        )}
        {select(
          'format',
          EXPORT_FORMATS.map((each) => [each, EXPORT.formats[each]]),
          EXPORT.notes,
        )}
        <FormError text={text} />
        <DialogButtons send="Save File" isSending={isSending} onCancel={onClose} />
      </form>
    </TitledDialog>
  )
}
