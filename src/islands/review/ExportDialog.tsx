import { useState } from 'react'
import * as v from 'valibot'
import { REVIEWED_KINDS } from '#contract/record.ts'
import { EXPORT_FORMATS, PUBLIC_FORMATS } from '#contract/review.ts'
import { formResult } from '#stores/auth/form-failure.ts'
import type { Exported } from '#stores/review/queue.ts'
import { useForm } from '../account/use-form.ts'
import { FormError } from '../widgets/FormError.tsx'
import { DialogButtons, TitledDialog } from '../widgets/ModalDialog.tsx'
import { SelectField } from '../widgets/SelectField.tsx'
import { useStore } from '../widgets/use-store.ts'
import { useDesk } from './desk-context.ts'
import { EXPORT, kindNames, STATE_NAMES } from './messages.ts'

/** Saves the drafts that the filters list, or published records with the same filters, as a file. */
export function ExportDialog({ onClose }: { onClose: () => void }) {
  const { desk } = useDesk()
  const filters = useStore(desk.$filters)
  const [chosen, setChosen] = useState<Exported>(() => ({
    ...{ kind: filters.kind || 'items', state: filters.state, format: 'csv' },
  }))
  const formats = EXPORT_FORMATS.filter(
    (each) => !PUBLIC_FORMATS[each] || (chosen.state === 'published' && PUBLIC_FORMATS[each] === chosen.kind),
  )
  const exported = { ...chosen, format: formats.find((each) => each === chosen.format) ?? 'csv' }
  const choose = (change: Partial<Exported>) => setChosen({ ...exported, ...change })
  const save = () => formResult(async () => location.assign(await desk.exportLink(exported)))
  const { errors, text, isSending, props } = useForm(v.object({}), save, onClose)
  return (
    <TitledDialog title="Export records to a file" onClose={onClose}>
      <form className="note-form" {...props}>
        <SelectField
          label="Records"
          hint={EXPORT.filters}
          error={errors['state']}
          value={exported.state}
          choices={([filters.state, 'published'] as const).map((state) => [state, STATE_NAMES[state]])}
          onChange={(state) => choose({ state })}
        />
        <SelectField
          label="Kind"
          value={exported.kind}
          choices={REVIEWED_KINDS.map((kind) => [kind, kindNames(kind)])}
          onChange={(kind) => choose({ kind })}
        />
        <SelectField
          label="Format"
          hint={PUBLIC_FORMATS[exported.format] ? EXPORT.public : EXPORT.staff}
          error={errors['format']}
          value={exported.format}
          choices={formats.map((format) => [format, EXPORT.formats[format]])}
          onChange={(format) => choose({ format })}
        />
        <FormError text={text} />
        <DialogButtons send="Save File" isSending={isSending} onCancel={onClose} />
      </form>
    </TitledDialog>
  )
}
