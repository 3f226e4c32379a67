import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { loadErrorOf } from '#client/errors.ts'
import type { User } from '#contract/account.ts'
import { Loading } from '#components/record/Loading.tsx'
import { LOAD_FAILED } from '#contract/messages.ts'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import type { Section } from '#stores/add-item/add-item-stores.ts'
import type { PageAuth } from '../account/page-auth.ts'
import { createWizard } from './create-wizard.ts'
import { DraftActions, Drafts, useSavedBefore } from './Drafts.tsx'
import { useStorePart } from '../widgets/use-store.ts'
import { Progress } from './Progress.tsx'
import { SectionFrame, useSections } from './SectionFrame.tsx'
import { ArchivalSection, DescriptionSection } from './sections/DescriptionSection.tsx'
import { PlaceAndTime } from './sections/PlaceAndTime.tsx'
import { ReviewSection } from './sections/ReviewSection.tsx'
import { VideoSection } from './sections/VideoSection.tsx'
import { revealError, startMoves } from './start-moves.ts'
import { Submitting } from './Submitting.tsx'
import { useDraftError, useDraftField, useDraftImages, useWizard, WizardContext } from './wizard-context.ts'
import { FormError } from '../widgets/FormError.tsx'
import { FieldError } from '../widgets/FormField.tsx'
import { LoadProblem } from '../widgets/LoadProblem.tsx'
import { TYPE_NAMES } from '#rules/names/record-names.ts'
import { type DraftFields, isOffered } from '#rules/wizard/draft-fields.ts'
import { SelectField } from '../widgets/SelectField.tsx'
import { TYPE_CHOICES } from './messages.ts'
import { usePart } from './use-part.ts'
import { NewRecordContext, SuggestionContext } from './form-contexts.ts'

/** Spec §2 "Add item wizard", for one logged-in user. */
export function Wizard({ page, user }: { page: PageAuth; user: User }) {
  const [wizard] = useState(() => createWizard(page, user))
  const { stores, close } = wizard
  // Not the draft itself: every key would draw all sections again.
  const isReady = useStorePart(stores.$draft, (draft) => draft !== undefined)
  const [problem, setProblem] = useState<string>()

  useEffect(() => {
    const stop = stores.start()
    const record = Number(new URLSearchParams(location.search).get('record'))
    let stopFollowing = () => {}
    // A reload goes on with the draft that is open then: one without a change is not stored, but read again.
    const followDraft = () => {
      stopFollowing = stores.$draft.subscribe((draft) => {
        if (draft?.editing?.key !== record) history.replaceState(history.state, '', ADDRESS.addItem)
      })
    }
    const fail = (why: unknown) => setProblem(LOAD_FAILED[loadErrorOf(why)]('submission'))
    if (record > 0) stores.editSubmission(record).then(followDraft, fail)
    return () => {
      stopFollowing()
      stop()
      close()
    }
  }, [stores, close])

  if (!isReady) return <Loading />
  return (
    <WizardContext value={wizard}>
      <SuggestionContext value={stores}>
        <NewRecordContext value={wizard.newRecords}>
          <FormError text={problem} />
          <OpenDraft />
        </NewRecordContext>
      </SuggestionContext>
    </WizardContext>
  )
}

function OpenDraft() {
  const savedBefore = useSavedBefore()
  const { editing } = useWizard().stores.$draft.get()!
  return (
    <>
      <Drafts savedBefore={savedBefore} />
      <Sections isNew={savedBefore === null && editing === null} />
    </>
  )
}

/** `isNew`: begun on this page. */
function Sections({ isNew }: { isNew: boolean }) {
  const { stores } = useWizard()
  const sections = useSections()
  const [alike, setAlike] = useState(false)
  useEffect(() => startMoves(stores), [stores])
  useThumbnails()

  async function submit({ alike }: { alike: boolean }) {
    setAlike(alike)
    await stores.submit()
    // After the section with the error was scrolled to.
    if (Object.keys(stores.$errors.get()).length > 0) requestAnimationFrame(() => requestAnimationFrame(revealError))
  }
  const drawn: Record<Section, ReactNode> = {
    type: <TypeSection />,
    images: <ImagesSection />,
    url: <VideoSection />,
    'location-and-time': <PlaceAndTime />,
    description: <DescriptionSection />,
    archival: <ArchivalSection />,
    review: <ReviewSection onSubmit={(options) => void submit(options)} />,
  }
  return (
    <div className="wizard-columns">
      <Progress />
      <div className="wizard-sections">
        {sections.map((section) => (
          <Fragment key={section}>{drawn[section]}</Fragment>
        ))}
        {/* Above, they would push the fields down when the first of them is saved. */}
        {isNew && <DraftActions />}
      </div>
      <Submitting alike={alike} />
    </div>
  )
}

/** Makes thumbnails of the images that were added, and forgets those of others. */
function useThumbnails() {
  const { thumbnails } = useWizard()
  const ids = useDraftImages()
    .map(({ id }) => id)
    .join()
  useEffect(() => thumbnails.keep(ids === '' ? [] : ids.split(',')), [thumbnails, ids])
}

/** Spec §2 "Type": the other sections appear once a type is chosen. */
function TypeSection() {
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

/** Spec §2 "Images". Its script is fetched once a type with images is chosen. */
function ImagesSection() {
  const { stores, previews, thumbnails } = useWizard()
  const error = useDraftError('files')
  const { Part, state, problem, load } = usePart(async () => (await import('./images/ImagesSection.tsx')).default, true)
  return (
    <SectionFrame
      section="images"
      lead="Scans or photographs of the item: front and back, each page, each side. You can also add them later."
    >
      <FieldError id="images-error" text={error} />
      {Part && <Part {...{ stores, previews, thumbnails }} />}
      {state === 'loading' && <p role="status">Loading...</p>}
      {problem && <LoadProblem text={problem} onRetry={load} />}
    </SectionFrame>
  )
}
