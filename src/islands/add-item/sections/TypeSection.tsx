import { SelectField } from '../../widgets/SelectField.tsx'
import { TYPE_CHOICES } from '../messages.ts'
import { SectionFrame } from '../SectionFrame.tsx'
import { useDraftError, useDraftField, useWizard } from '../wizard-context.ts'

/** Spec §2 "Type": the other sections appear once a type is chosen. */
export function TypeSection() {
  const { stores } = useWizard()
  return (
    <SectionFrame section="type">
      <SelectField
        label="What are you adding?"
        hint="Choose the kind of item. The next steps follow from it."
        required
        value={useDraftField('type')}
        choices={TYPE_CHOICES}
        error={useDraftError('type')}
        onChange={(type) => stores.change({ type })}
      />
    </SectionFrame>
  )
}
