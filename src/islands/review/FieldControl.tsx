import { useId } from 'react'
import { fieldName, LINK_FIELDS, type LinkField } from '#rules/names/field-names.ts'
import type { FormField } from '#rules/forms/record-form.ts'
import { plainTag } from '#rules/wizard/tags.ts'
import type { Edit } from '#stores/review/edit.ts'
import { oneRecord, RecordTags, severalRecords } from '../add-item/RecordTags.tsx'
import type { Tag } from '#rules/wizard/draft-fields.ts'
import { DateField } from '../widgets/DateField.tsx'
import { SelectField } from '../widgets/SelectField.tsx'
import { TextArea, TextField } from '../widgets/TextField.tsx'
import { useDesk } from './desk-context.ts'
import { namesIn } from './load-view.ts'
import { TEXT } from './messages.ts'

interface Props {
  edit: Edit
  field: FormField
}
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** The control of a field, with the wizard's controls for dates and for records that are chosen. */
export function FieldControl({ edit, field: { field, control, required = false } }: Props) {
  const { desk } = useDesk()
  const value = edit.values[field]
  const common = { label: fieldName(field, edit.name.kind), error: edit.errors[field], required }
  const change = (next: unknown) => desk.edits.change(field, next)
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
          onType={(typed) => desk.edits.setDate(field, { ...edit.dates[field]!, typed })}
          onSpecificity={(specificity) => desk.edits.setDate(field, { specificity, typed: '' })}
        />
      )
    case 'one':
    case 'many':
      return <LinkedRecords edit={edit} field={field as LinkField} control={control} />
  }
}

interface LinkProps {
  edit: Edit
  field: LinkField
  control: Extract<FormField['control'], { list: unknown }>
}

function LinkedRecords({ edit, field, control }: LinkProps) {
  const { desk } = useDesk()
  const nameOf = namesIn(edit.base)
  const value = edit.values[field]
  const ids = (Array.isArray(value) ? value : [value]).filter((id): id is number => typeof id === 'number')
  const kind = LINK_FIELDS[field]
  const tags = ids.map((id) => plainTag(id, nameOf(kind, id) ?? desk.edits.chosenName(kind, id) ?? `No. ${id}`))
  const remember = ({ id, name }: Tag) => desk.edits.rememberName(kind, id, name)
  const choice =
    control.is === 'one'
      ? oneRecord(tags[0] ?? null, (tag) => {
          if (tag) remember(tag)
          desk.edits.change(field, tag?.id ?? null)
        })
      : severalRecords(tags, TEXT.chosenAlready, (next) => {
          next.forEach(remember)
          desk.edits.change(
            field,
            next.map(({ id }) => id),
          )
        })
  return (
    <RecordTags
      list={control.list}
      label={fieldName(field, edit.name.kind)}
      choice={choice}
      error={edit.errors[field]}
    />
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
