import { DateField } from '../../widgets/DateField.tsx'
import { TextArea, TextField } from '../../widgets/TextField.tsx'
import type { FieldsProps, PopupProps } from '../parts.ts'
import { NewRecordDialog } from './NewRecordDialog.tsx'
import { useNewRecord } from './use-new-record.ts'

/** Adds an organization (spec §2, §5). */
export default function OrganizationPopup(props: PopupProps) {
  const { kind, record, form, errors } = useNewRecord('organization', props)
  const { change } = record
  return (
    <NewRecordDialog {...{ kind, record }} title={props.title} onClose={props.onClose}>
      <OrganizationFields {...{ form, errors, change }} />
    </NewRecordDialog>
  )
}

/** Also for an edit by the author (islands/submissions). */
export function OrganizationFields({ form, errors, change }: FieldsProps<'organization'>) {
  return (
    <>
      <TextField
        label="Name"
        required
        autoComplete="off"
        error={errors.name}
        value={form.name}
        onChange={(name) => change({ name })}
      />
      <TextField
        label="Other names"
        hint="Earlier or shorter names, with commas between them."
        autoComplete="off"
        error={errors.altname}
        value={form.altname}
        onChange={(altname) => change({ altname })}
      />
      <div className="in-a-row">
        <DateField
          label="Opened"
          exactness="Opening known to"
          date={form.date_opened}
          error={errors.date_opened}
          onType={(typed) => change({ date_opened: { ...form.date_opened, typed } })}
          onSpecificity={(specificity) => change({ date_opened: { specificity, typed: '' } })}
        />
        <DateField
          label="Closed"
          exactness="Closing known to"
          date={form.date_closed}
          error={errors.date_closed}
          onType={(typed) => change({ date_closed: { ...form.date_closed, typed } })}
          onSpecificity={(specificity) => change({ date_closed: { specificity, typed: '' } })}
        />
      </div>
      <TextArea
        label="Description"
        required
        hint="What it was and did, in a sentence or two."
        error={errors.description}
        value={form.description}
        onChange={(description) => change({ description })}
      />
    </>
  )
}
