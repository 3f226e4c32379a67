import { useId } from 'react'
import { fieldName, LINK_FIELDS, type LinkField } from '#rules/names/field-names.ts'
import type { FormField } from '#rules/forms/record-form.ts'
import { plainTag } from '#rules/wizard/tags.ts'
import type { Edit } from '#stores/review/edit-model.ts'
import type { Edits } from '#stores/review/edit.ts'
import { oneRecord, RecordTags, severalRecords } from '../add-item/RecordTags.tsx'
import type { PopupKind } from '../add-item/parts.ts'
import type { Tag } from '#rules/wizard/draft-fields.ts'
import { DateField } from '../widgets/DateField.tsx'
import { SelectField } from '../widgets/SelectField.tsx'
import { TextArea, TextField } from '../widgets/TextField.tsx'
import { namesIn } from './load-view.ts'
import { TEXT } from './messages.ts'

interface Props {
  edit: Edit
  edits: Edits
  field: FormField
}
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** The control of a field, with the wizard's controls for dates and for records that are chosen. */
export function FieldControl({ edit, edits, field: { field, control, required = false } }: Props) {
  const value = edit.values[field]
  const common = { label: fieldName(field, edit.name.kind), error: edit.errors[field], required }
  const change = (next: unknown) => edits.change(field, next)
  switch (control.is) {
    case 'line':
      return <TextField {...common} autoComplete="off" value={textOf(value)} onChange={change} />
    case 'text':
      return <TextArea {...common} value={textOf(value)} onChange={change} />
    case 'names':
      return <NamesField {...common} names={Array.isArray(value) ? (value as string[]) : []} onChange={change} />
    case 'choice':
      return <SelectField {...common} value={textOf(value)} choices={control.choices} onChange={change} />
    case 'check':
      return <CheckField label={common.label} isOn={value === true} onChange={change} />
    case 'date':
      return (
        <DateField
          {...common}
          exactness="Exact to"
          date={edit.dates[field]!}
          onType={(typed) => edits.setDate(field, { ...edit.dates[field]!, typed })}
          onSpecificity={(specificity) => edits.setDate(field, { specificity, typed: '' })}
        />
      )
    case 'one':
    case 'many':
      return <LinkedRecords edit={edit} edits={edits} field={field as LinkField} control={control} />
  }
}

interface LinkProps {
  edit: Edit
  edits: Edits
  field: LinkField
  control: Extract<FormField['control'], { list: unknown }>
}

/** Kinds that can be added from a field. */
const ENTRIES: Partial<Record<string, { kind: PopupKind; text: string }>> = {
  people: { kind: 'person', text: 'Add a person' },
  subjects: { kind: 'subject', text: 'Add Subject' },
  organizations: { kind: 'organization', text: 'Add Organization' },
  collections: { kind: 'collection', text: 'Add Collection' },
}

function LinkedRecords({ edit, edits, field, control }: LinkProps) {
  const nameOf = namesIn(edit.base)
  const value = edit.values[field]
  const ids = (Array.isArray(value) ? value : [value]).filter((id): id is number => typeof id === 'number')
  const kind = LINK_FIELDS[field]
  const tags = ids.map((id) => plainTag(id, nameOf(kind, id) ?? edits.chosenName(kind, id) ?? `No. ${id}`))
  const remember = ({ id, name }: Tag) => edits.rememberName(kind, id, name)
  const choice =
    control.is === 'one'
      ? oneRecord(tags[0] ?? null, (tag) => {
          if (tag) remember(tag)
          edits.change(field, tag?.id ?? null)
        })
      : severalRecords(tags, TEXT.chosenAlready, (next) => {
          next.forEach(remember)
          edits.change(
            field,
            next.map(({ id }) => id),
          )
        })
  const label = fieldName(field, edit.name.kind)
  return (
    <RecordTags list={control.list} label={label} choice={choice} error={edit.errors[field]} entry={ENTRIES[kind]} />
  )
}

interface NamesProps {
  label: string
  error: string | undefined
  names: readonly string[]
  onChange: (names: readonly string[]) => void
}

/** Names, one a line. */
const NamesField = ({ names, onChange, ...field }: NamesProps) => (
  <TextArea
    {...field}
    hint="One name on each line."
    rows={2}
    value={names.join('\n')}
    onChange={(text) => onChange(text === '' ? [] : text.split('\n'))}
  />
)

interface CheckProps {
  label: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** Only its author agrees to be named; cataloguers can take it back. */
function CheckField({ label, isOn, onChange }: CheckProps) {
  const id = useId()
  return (
    <div className="field check-field">
      <input
        id={id}
        type="checkbox"
        checked={isOn}
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <label htmlFor={id}>{label}</label>
      <p className="field-hint" id={`${id}-hint`}>
        Only the person who sent it in can agree to this.
      </p>
    </div>
  )
}
