import { FormError } from '../../widgets/FormError.tsx'
import type { OldMap } from '#contract/old-maps.ts'
import type { OldMapsStore } from '#stores/review/maps/old-maps.ts'
import { SubmitButton } from '../../account/SubmitButton.tsx'
import { useForm } from '../../account/use-form.ts'
import { TitledDialog } from '../../widgets/ModalDialog.tsx'
import { MapFields, mapForm } from './MapFields.tsx'

interface Props {
  store: OldMapsStore
  map: OldMap
  onClose: () => void
}

/** Changes what is written about a map. */
export function EditMapDialog({ store, map, onClose }: Props) {
  const { errors, text, isSending, props } = useForm(mapForm, async (body) => {
    const failure = await store.edit(map, body)
    if (!failure) onClose()
    return failure
  })
  return (
    <TitledDialog title="Change the map" className="maps-dialog" onClose={onClose} staysOpen>
      <form className="account-form" {...props}>
        <FormError text={text} />
        <MapFields errors={errors} map={map} />
        <p className="desk-buttons">
          <SubmitButton isSending={isSending}>Save</SubmitButton>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
        </p>
      </form>
    </TitledDialog>
  )
}
