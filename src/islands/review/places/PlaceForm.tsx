import { useEffect, useRef } from 'react'
import { FormError } from '../../widgets/FormError.tsx'
import { changedFields, type ZoneField } from '#stores/review/places/zone-form.ts'
import { TextArea, TextField } from '../../widgets/TextField.tsx'
import { useStore } from '../../widgets/use-store.ts'
import { refusalText, TEXT } from './messages.ts'
import { OutlineTools } from './OutlineTools.tsx'
import { usePlaces } from './places-context.ts'

const NAMES: Record<ZoneField, string> = {
  name: 'Name',
  address: 'Address',
  altnames: 'Other names',
  geometry: 'Outline',
}

/** The fields of a place. The outline is edited on the map or as text: both are the same. */
export function PlaceForm() {
  const { places, canvas } = usePlaces()
  const form = useStore(places.form.$form)
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => () => canvas.stopDrawing(), [canvas])
  if (!form) return null
  const { values, errors, state, refusal, changedByOthers } = form
  const isChanged = form.base === null || changedFields(form).length > 0
  const change = (field: ZoneField) => (text: string) => places.form.change(field, text)

  async function save() {
    const saved = await places.form.save()
    if (saved) canvas.stopDrawing()
    else requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
  }
  return (
    <form
      ref={element}
      className="places-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged) void save()
      }}
    >
      <FormError text={refusal && refusalText(refusal)} />
      <FormError
        text={
          changedByOthers.length > 0 &&
          TEXT.changedByOthers(changedByOthers.map((field) => NAMES[field].toLowerCase()).join(', '))
        }
      />
      <TextField
        label={NAMES.name}
        autoComplete="off"
        value={values.name}
        error={errors.name}
        onChange={change('name')}
      />
      <TextField
        label={NAMES.address}
        autoComplete="off"
        value={values.address}
        error={errors.address}
        onChange={change('address')}
      />
      <TextArea
        label={NAMES.altnames}
        hint="One name on each line."
        rows={2}
        value={values.altnames}
        error={errors.altnames}
        onChange={change('altnames')}
      />
      <OutlineTools text={values.geometry} onDrawn={change('geometry')} />
      <TextArea
        label="Corners of the outline"
        className="places-corners"
        hint={TEXT.outlineHint}
        rows={6}
        spellCheck={false}
        value={values.geometry}
        error={errors.geometry}
        onChange={(text) => {
          canvas.stopDrawing()
          places.form.change('geometry', text)
        }}
      />
      <div className="desk-buttons">
        <button type="submit" className="button strong" aria-disabled={state === 'saving' || !isChanged}>
          {form.base === null ? 'Add Place' : 'Save'}
        </button>
        {form.base !== null && isChanged && (
          <button
            type="button"
            className="link-button"
            onClick={() => {
              canvas.stopDrawing()
              places.form.reset()
            }}
          >
            Undo Changes
          </button>
        )}
        <p className="meta" role="status">
          {state === 'saving' ? 'Saving…' : state === 'saved' ? 'Saved' : ''}
        </p>
      </div>
    </form>
  )
}
