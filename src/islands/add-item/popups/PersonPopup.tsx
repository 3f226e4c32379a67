import { TAG } from '#contract/messages.ts'
import { SEXES } from '#contract/person.ts'
import { DateField } from '../../widgets/DateField.tsx'
import { SelectField } from '../../widgets/SelectField.tsx'
import { TextArea, TextField } from '../../widgets/TextField.tsx'
import type { FieldsProps, PopupProps } from '../parts.ts'
import { RecordTags, severalRecords } from '../RecordTags.tsx'
import { NewRecordDialog } from './NewRecordDialog.tsx'
import { PictureField } from './PictureField.tsx'
import { useNewRecord } from './use-new-record.ts'

const SEX_NAMES = { female: 'Female', male: 'Male', other: 'Other' } as const
const SEX_CHOICES = [['', 'Not known'], ...SEXES.map((sex) => [sex, SEX_NAMES[sex]] as const)] as const

/** Adds a person, creator or contributor (spec §2, §5, §7). */
export default function PersonPopup(props: PopupProps) {
  const { kind, record, form, errors } = useNewRecord('person', props)
  const { change } = record
  return (
    <NewRecordDialog
      {...{ kind, record }}
      title={props.title}
      lead="The first name and the surname are enough. Add what else you know."
      onClose={props.onClose}
      parts={
        <>
          <RecordTags
            list="parents"
            label="Parents"
            hint="Type a name and choose it from the list."
            choice={severalRecords(form.parents, TAG.person, (parents) => change({ parents }))}
          />
          <TextField
            label="Grave"
            hint="A link to the gravestone, or its number in a cemetery's list."
            error={errors.grave}
            value={form.grave}
            onChange={(grave) => change({ grave })}
          />
          <PictureField picture={form.picture} onChange={(picture) => change({ picture })} />
        </>
      }
    >
      <PersonFields {...{ form, errors, change }} />
    </NewRecordDialog>
  )
}

/** Also for an edit by the author (islands/submissions). */
export function PersonFields({ form, errors, change }: FieldsProps<'person'>) {
  return (
    <>
      <div className="in-a-row">
        <TextField
          label="First name"
          required
          autoComplete="off"
          error={errors.first_name}
          value={form.first_name}
          onChange={(first_name) => change({ first_name })}
        />
        <TextField
          label="Middle name"
          autoComplete="off"
          error={errors.middle_name}
          value={form.middle_name}
          onChange={(middle_name) => change({ middle_name })}
        />
        <TextField
          label="Surname"
          required
          autoComplete="off"
          error={errors.surname}
          value={form.surname}
          onChange={(surname) => change({ surname })}
        />
      </div>
      <div className="in-a-row">
        <DateField
          label="Born"
          exactness="Birth known to"
          date={form.date_of_birth}
          error={errors.date_of_birth}
          onType={(typed) => change({ date_of_birth: { ...form.date_of_birth, typed } })}
          onSpecificity={(specificity) => change({ date_of_birth: { specificity, typed: '' } })}
        />
        <DateField
          label="Died"
          exactness="Death known to"
          date={form.date_of_death}
          error={errors.date_of_death}
          onType={(typed) => change({ date_of_death: { ...form.date_of_death, typed } })}
          onSpecificity={(specificity) => change({ date_of_death: { specificity, typed: '' } })}
        />
      </div>
      <SelectField label="Sex" value={form.sex} choices={SEX_CHOICES} onChange={(sex) => change({ sex })} />
      <TextArea
        label="Biography"
        hint="What you know about this person, in your own words."
        error={errors.biography}
        value={form.biography}
        onChange={(biography) => change({ biography })}
      />
      <RecordTags
        list="spouses"
        label="Spouses"
        hint="Type a name and choose it from the list."
        choice={severalRecords(form.spouses, TAG.person, (spouses) => change({ spouses }))}
        error={errors.spouses}
      />
      <TextField
        label="Family tree"
        hint="The address of a page about the family, such as https://www.wikitree.com/…"
        type="url"
        error={errors.family_tree}
        value={form.family_tree}
        onChange={(family_tree) => change({ family_tree })}
      />
    </>
  )
}
