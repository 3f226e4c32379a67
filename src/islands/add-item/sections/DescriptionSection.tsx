import { TextArea, TextField } from '../../widgets/TextField.tsx'
import { SectionFrame } from '../SectionFrame.tsx'
import { TagField } from '../TagField.tsx'
import { useDraftError, useDraftField, useWizard } from '../wizard-context.ts'

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

function Title() {
  const { stores } = useWizard()
  return (
    <TextField
      label="Title"
      hint="A few words, such as “Launch of the Heron at the harbour”."
      autoComplete="off"
      value={useDraftField('title')}
      error={useDraftError('title')}
      onChange={(title) => stores.change({ title })}
    />
  )
}

function Description() {
  const { stores } = useWizard()
  return (
    <TextArea
      label="General Description"
      hint="What you see, what is written on it, what you were told about it."
      required
      value={useDraftField('description')}
      error={useDraftError('description')}
      onChange={(description) => stores.change({ description })}
    />
  )
}

/** Not for a video: its address has its own section. */
function ExternalUrl() {
  const { stores } = useWizard()
  const url = useDraftField('url')
  const error = useDraftError('url')
  if (useDraftField('type') === 'video') return null
  return (
    <TextField
      label="External Url"
      hint="A page about this item on another website, if there is one."
      type="url"
      inputMode="url"
      autoComplete="off"
      value={url}
      error={error}
      onChange={(url) => stores.change({ url })}
    />
  )
}
