import { COPYRIGHTS } from '#contract/item.ts'
import { CheckField } from '../../widgets/FormField.tsx'
import { SelectField } from '../../widgets/SelectField.tsx'
import { TextArea, TextField } from '../../widgets/TextField.tsx'
import { SectionFrame } from '../SectionFrame.tsx'
import { TagField } from '../TagField.tsx'
import { useDraftError, useDraftField, useDraftText, useWizard } from '../wizard-context.ts'

const COPYRIGHT_CHOICES = [['', 'Not known'], ...COPYRIGHTS.map((each) => [each, each] as const)] as const

/** Spec §2 "Archival description": some fields are for the society's own organization. */
export function ArchivalSection() {
  const { mayDescribe } = useWizard().stores
  return (
    <SectionFrame section="archival" lead="Who made it, and who helped you with it. You can leave this out.">
      <TagField
        list="creator"
        label="Primary Creator"
        hint="Who took the photograph, wrote the letter or made the object?"
        add={{ kind: 'person', text: 'Add Creator' }}
      />
      <TagField
        list="contributors"
        label="Contributor Tags"
        hint="Who gave or lent it, or told you about it?"
        add={{ kind: 'person', text: 'Add Contributor' }}
      />
      {mayDescribe ? (
        <SocietyFields />
      ) : (
        <p className="aside">
          Items that are approved become public: everyone can see them on this website. The society's staff may modify
          them for accuracy and consistency.
        </p>
      )}
      <Credit />
    </SectionFrame>
  )
}

function SocietyFields() {
  const { stores } = useWizard()
  return (
    <>
      <TagField
        list="collection"
        label="Collection"
        hint="Where it belongs in the archive."
        add={{ kind: 'collection', text: 'Add Collection' }}
      />
      <TextField
        label="Identifier"
        hint="The archival ID, as it is written on the item or in the register."
        autoComplete="off"
        {...useDraftText('identifier')}
      />
      <SelectField
        label="Copyright Info"
        value={useDraftField('copyright')}
        choices={COPYRIGHT_CHOICES}
        error={useDraftError('copyright')}
        onChange={(copyright) => stores.change({ copyright })}
      />
    </>
  )
}

/** Our addition, hidden where the server does not offer it. */
function Credit() {
  const { stores } = useWizard()
  const credit = useDraftField('credit')
  if (!stores.mayCredit) return null
  return (
    <CheckField
      label="Show my name as contributor"
      hint="Visitors then see your name with this item. Leave it empty to stay unnamed."
      checked={credit}
      onChange={({ currentTarget }) => stores.change({ credit: currentTarget.checked })}
    />
  )
}

/** Spec §2 "Description". */
export const DescriptionSection = () => (
  <SectionFrame section="description" lead="What would somebody need to know who sees it for the first time?">
    <Title />
    <TagField
      list="people"
      label="People Tags"
      hint="Who is in it, or who is it about? Type a name and choose it from the list."
      add={{ kind: 'person', text: 'Add a person' }}
    />
    <Description />
    <TagField
      list="subjects"
      label="Subject Tags"
      hint="What is it about? Fishing, weddings, schools, for example."
      add={{ kind: 'subject', text: 'Add Subject' }}
    />
    <TagField
      list="organizations"
      label="Organization Tags"
      hint="Shops, churches, schools or clubs that it shows or comes from."
      add={{ kind: 'organization', text: 'Add Organization' }}
    />
    <ExternalUrl />
  </SectionFrame>
)

const Title = () => (
  <TextField
    label="Title"
    hint="A few words, such as “Launch of the Heron at the harbour”."
    autoComplete="off"
    {...useDraftText('title')}
  />
)

const Description = () => (
  <TextArea
    label="General Description"
    hint="What you see, what is written on it, what you were told about it."
    required
    {...useDraftText('description')}
  />
)

/** Not for a video: its address has its own section. */
function ExternalUrl() {
  const text = useDraftText('url')
  if (useDraftField('type') === 'video') return null
  return (
    <TextField
      label="External Url"
      hint="A page about this item on another website, if there is one."
      type="url"
      inputMode="url"
      autoComplete="off"
      {...text}
    />
  )
}
