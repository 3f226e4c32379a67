import { useId } from 'react'
import { FormError } from '../../widgets/FormError.tsx'
import type { OldMap } from '#contract/old-maps.ts'
import type { OldMapsStore } from '#stores/review/maps/old-maps.ts'
import { SubmitButton } from '../../account/SubmitButton.tsx'
import { useForm } from '../../account/use-form.ts'
import { ModalDialog } from '../../widgets/ModalDialog.tsx'
import { MapFields, mapForm } from './MapFields.tsx'

interface Props {
  store: OldMapsStore
  map: OldMap
  onClose: () => void
}

/** Changes what is written about a map. */
export function EditMapDialog({ store, map, onClose }: Props) {
  const id = useId()
  const { errors, text, isSending, props } = useForm(mapForm, async (body) => {
    const failure = await store.edit(map, body)
    if (!failure) onClose()
    return failure
  })
  return (
    <ModalDialog className="dialog maps-dialog" labelledBy={id} onClose={onClose} staysOpen>
      <h2 id={id}>Change the map</h2>
      <form className="account-form" {...props}>
        <FormError text={text} />
        <MapFields errors={errors} map={map} />
        <p className="buttons">
          <SubmitButton isSending={isSending}>Save</SubmitButton>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
        </p>
      </form>
    </ModalDialog>
  )
}
