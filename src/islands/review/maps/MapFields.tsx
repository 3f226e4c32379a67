import * as v from 'valibot'
import { mapFields, type OldMap } from '#contract/old-maps.ts'
import { Field } from '../../account/Field.tsx'
import { CheckField, FormField } from '../../widgets/FormField.tsx'
import { TEXT } from './messages.ts'

const texts = v.object(mapFields)
/** The form of a map: values of its controls, as the call takes them. */
export const mapForm = v.pipe(
  v.record(v.string(), v.string()),
  v.transform(({ title = '', year = '', description = '', ...form }): v.InferInput<typeof texts> => ({
    title,
    year: year.trim() === '' ? null : Number(year),
    inLegend: form.inLegend === 'on',
    baseMap: form.baseMap === 'on',
    description,
    credit: { text: form.creditText ?? '', href: form.creditHref?.trim() ?? '' },
  })),
  texts,
)

interface Props {
  errors: Readonly<Record<string, string>>
  map?: Partial<Pick<OldMap, 'title' | 'year' | 'description' | 'credit' | 'inLegend' | 'role'>>
}

/** Title, year, description, credit and legend of a map. */
export function MapFields({ errors, map }: Props) {
  const isBase = map?.role === 'base map'
  return (
    <>
      <Field label={TEXT.title} name="title" autoComplete="off" defaultValue={map?.title} error={errors.title} />
      <Field
        label={TEXT.year}
        name="year"
        inputMode="numeric"
        autoComplete="off"
        required={false}
        defaultValue={map?.year ?? ''}
        hint={TEXT.yearHint}
        error={errors.year}
      />
      <FormField label={TEXT.description} error={errors.description}>
        {(control) => <textarea {...control} name="description" rows={3} defaultValue={map?.description} />}
      </FormField>
      <Field
        label={TEXT.creditText}
        name="creditText"
        autoComplete="off"
        required={false}
        defaultValue={map?.credit?.text}
        error={errors['credit.text']}
      />
      <Field
        label={TEXT.creditHref}
        name="creditHref"
        type="url"
        autoComplete="off"
        required={false}
        defaultValue={map?.credit?.href}
        error={errors['credit.href'] ?? errors.credit}
      />
      {!isBase && (
        <CheckField label={TEXT.legend} hint={TEXT.legendHint} name="inLegend" defaultChecked={map?.inLegend ?? true} />
      )}
      <CheckField label={TEXT.baseMap} hint={TEXT.baseMapHint} name="baseMap" defaultChecked={isBase} />
      {isBase && <input type="hidden" name="inLegend" value="on" />}
    </>
  )
}
