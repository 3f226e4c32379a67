import { TYPE_NAMES } from '#rules/names/record-names.ts'
import { isOffered, type DraftFields } from '#rules/wizard/draft-fields.ts'
import { SelectField } from '../../widgets/SelectField.tsx'
import { useStorePart } from '../images/use-store-part.ts'
import { TYPE_CHOICES } from '../messages.ts'
import { SectionFrame } from '../SectionFrame.tsx'
import { useDraftError, useDraftField, useWizard } from '../wizard-context.ts'

/** Spec §2 "Type": the other sections appear once a type is chosen. */
export function TypeSection() {
  const { stores } = useWizard()
  // Staff may have given it a type that is not offered here: it can stay.
  const sent = useStorePart(stores.$draft, (draft) => draft?.itemFields?.type ?? '')
  const choices: readonly (readonly [DraftFields['type'], string])[] = isOffered(sent)
    ? TYPE_CHOICES
    : [...TYPE_CHOICES, [sent, TYPE_NAMES[sent]] as const]
  return (
    <SectionFrame section="type">
      <SelectField
        label="What are you adding?"
        required
        value={useDraftField('type')}
        choices={choices}
        error={useDraftError('type')}
        onChange={(type) => (isOffered(type) ? stores.change({ type }) : stores.keepSentType())}
      />
    </SectionFrame>
  )
}
