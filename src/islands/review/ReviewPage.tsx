import { useEffect, useState } from 'react'
import type { User } from '#contract/account.ts'
import { userMay } from '#rules/access/user-abilities.ts'
import type { PageAuth } from '../account/page-auth.ts'
import { Desk } from './Desk.tsx'
import { NewRecordContext, type NewRecordSource, SuggestionContext } from '../add-item/form-contexts.ts'
import { DeskContext } from './desk-context.ts'
import { staffPage } from './StaffPage.tsx'
import { createRecordingClient } from '#client/recording-client.ts'
import { browserDeps } from '#stores/shared/browser-deps.ts'
import { listen } from '#stores/shared/listen.ts'
import { newId } from '#stores/add-item/browser-deps.ts'
import { createSuggestions } from '#stores/add-item/suggestions.ts'
import { createDesk } from '#stores/review/desk.ts'
import { keptOnDevice } from './kept-on-device.ts'
import { loadView, type RecordView } from './load-view.ts'
import { createDraftPictures } from '../widgets/draft-pictures.ts'
import { staffClient } from './staff-client.ts'

/** Island: the review desk of the cataloguers (our addition). */
export default staffPage('review', (user, page) => <StaffDesk key={user.id} page={page} user={user} />)

function StaffDesk({ page, user }: { page: PageAuth; user: User }) {
  const [parts] = useState(() => createDeskOf(page, user))
  useEffect(() => parts.start(), [parts])
  return (
    <DeskContext value={parts}>
      <SuggestionContext value={parts.suggestions}>
        <NewRecordContext value={parts.newRecords}>
          <Desk />
        </NewRecordContext>
      </SuggestionContext>
    </DeskContext>
  )
}

/** Queue and record side by side (styles/review.css). */
const WIDE = '(width >= 60rem)'

/** Milliseconds for a picture, or a part of a recording, over a slow connection. */
const PICTURE_TIMEOUT = 10 * 60_000

/** What was typed in popups for new records, while this page is open. */
function keptForms() {
  const forms = new Map<string, object>()
  return {
    kept: (kind: string) => forms.get(kind),
    keep: (kind: string, form: object | null) => void (form ? forms.set(kind, form) : forms.delete(kind)),
    // The form itself has it.
    readPicture: () => Promise.resolve(undefined),
  }
}

/** The desk of one cataloguer. Loads nothing before `start`, which returns its clean-up. */
function createDeskOf(page: PageAuth, { id: user, ...account }: User) {
  const { auth, session } = page
  const { address, whenOnline, schedule } = browserDeps(window)
  const client = staffClient(page)
  const pictureClient = staffClient(page, PICTURE_TIMEOUT)
  const pictures = createDraftPictures(client, session)
  const desk = createDesk<RecordView>({
    client,
    withSession: auth.withSession,
    readView: (record) => loadView(client, pictures, record),
    address: {
      ...address,
      push: (query) => history.pushState(null, '', `${location.pathname}${query && `?${query}`}`),
    },
    isWide: () => matchMedia(WIDE).matches,
    now: Date.now,
    schedule,
    newId: () => newId(crypto),
    kept: keptOnDevice(page, user),
    recordingClient: createRecordingClient({ base: client.base, tokens: session }),
    sendScan: (body, replaced) =>
      replaced ? pictureClient.call('replaceScan', { ...replaced, body }) : pictureClient.read('createScan', { body }),
    sendPicture: (body) => pictureClient.read('createPersonImage', { body }),
    user,
  })
  const followAddress = () => void desk.followAddress()
  /** What is being sent would be lost with the page. */
  const warn = (event: BeforeUnloadEvent) => {
    if (desk.$pending.get() > 0 || desk.scans.$isRunning.get() || desk.files.upload.$sending.get())
      event.preventDefault()
  }
  return {
    desk,
    client,
    pictures,
    suggestions: createSuggestions({ client, schedule }),
    newRecords: { client, auth, ...keptForms() } satisfies NewRecordSource,
    user,
    isAdministrator: userMay({ id: user, ...account }, 'manage_accounts'),
    start(): () => void {
      void desk.start()
      const unbind = [
        listen(window, 'popstate', followAddress),
        listen(window, 'beforeunload', warn),
        whenOnline(() => void desk.reload()),
      ]
      return () => unbind.forEach((off) => off())
    },
  }
}
