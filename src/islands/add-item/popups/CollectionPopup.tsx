import { HIERARCHIES } from '#contract/collection.ts'
import { HIERARCHY_NAMES } from '#rules/names/record-names.ts'
import { SelectField } from '../../widgets/SelectField.tsx'
import { TextArea, TextField } from '../../widgets/TextField.tsx'
import type { FieldsProps, PopupProps } from '../parts.ts'
import { oneRecord, RecordTags } from '../RecordTags.tsx'
import { NewRecordDialog } from './NewRecordDialog.tsx'
import { useNewRecord } from './use-new-record.ts'

const CHOICES = HIERARCHIES.map((hierarchy) => [hierarchy, HIERARCHY_NAMES[hierarchy]] as const)

/** Adds a collection: for users of the society only (spec §2, §5, §6). */
export default function CollectionPopup(props: PopupProps) {
  const { kind, record, form, errors } = useNewRecord('collection', props)
  const { change } = record
  return (
    <NewRecordDialog {...{ kind, record }} title={props.title} onClose={props.onClose}>
      <CollectionFields {...{ form, errors, change }} />
    </NewRecordDialog>
  )
}

/** Also for an edit by the author (islands/submissions). */
export function CollectionFields({ form, errors, change }: FieldsProps<'collection'>) {
  return (
    <>
      <TextField
        label="Name"
        required
        autoComplete="off"
        error={errors.collection_name}
        value={form.collection_name}
        onChange={(collection_name) => change({ collection_name })}
      />
      <TextArea
        label="Description"
        required
        error={errors.collection_description}
        value={form.collection_description}
        onChange={(collection_description) => change({ collection_description })}
      />
      <SelectField
        label="Hierarchy"
        hint="From the widest to the narrowest."
        value={form.hierarchy}
        choices={CHOICES}
        onChange={(hierarchy) => change({ hierarchy })}
      />
      <RecordTags
        list="collection-parent"
        label="Part of"
        hint="A wider collection, if there is one."
        choice={oneRecord(form.parent_collection, (parent_collection) => change({ parent_collection }))}
        error={errors.parent_collection}
      />
    </>
  )
}
