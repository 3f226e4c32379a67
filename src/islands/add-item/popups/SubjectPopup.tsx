import { TextArea, TextField } from '../../widgets/TextField.tsx'
import type { FieldsProps, PopupProps } from '../parts.ts'
import { oneRecord, RecordTags } from '../RecordTags.tsx'
import { NewRecordDialog } from './NewRecordDialog.tsx'
import { useNewRecord } from './use-new-record.ts'

/** Adds a subject (spec §2, §5). */
export default function SubjectPopup(props: PopupProps) {
  const { kind, record, form, errors } = useNewRecord('subject', props)
  const { change } = record
  return (
    <NewRecordDialog {...{ kind, record }} title={props.title} onClose={props.onClose}>
      <SubjectFields {...{ form, errors, change }} />
    </NewRecordDialog>
  )
}

/** Also for an edit by the author (islands/submissions). */
export function SubjectFields({ form, errors, change }: FieldsProps<'subject'>) {
  return (
    <>
      <TextField
        label="Name"
        required
        autoComplete="off"
        error={errors.subject_name}
        value={form.subject_name}
        onChange={(subject_name) => change({ subject_name })}
      />
      <TextArea
        label="Description"
        required
        hint="What belongs to this subject, in a sentence or two."
        error={errors.subject_description}
        value={form.subject_description}
        onChange={(subject_description) => change({ subject_description })}
      />
      <RecordTags
        list="subject-parent"
        label="Part of"
        hint="A wider subject, if there is one. Type its name and choose it from the list."
        choice={oneRecord(form.subject_parent, (subject_parent) => change({ subject_parent }))}
        error={errors.subject_parent}
      />
    </>
  )
}
