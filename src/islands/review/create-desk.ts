import { createSessionClientOf } from '#client/session-client.ts'
import type { DeskCallName } from '#contract/endpoints.ts'
import { baseCalls } from '#contract/endpoints/base.ts'
import { staffCalls } from '#contract/endpoints/staff.ts'
import { browserDeps } from '#stores/shared/browser-deps.ts'
import { newId } from '#stores/add-item/browser-deps.ts'
import { createSuggestions } from '#stores/add-item/suggestions.ts'
import { createDesk } from '#stores/review/desk.ts'
import type { PageAuth } from '../account/page-auth.ts'
import type { DeskParts } from './desk-context.ts'
import { loadView, type RecordView } from './load-view.ts'
import { createPictures } from './pictures.ts'

/** Queue and record side by side (styles/review.css). */
const WIDE = '(width >= 60rem)'

/** The desk of one cataloguer. Loads nothing before `start`, which returns its clean-up. */
export function createDeskOf(
  { auth, session, client: { base } }: PageAuth,
  user: number,
): DeskParts & { start: () => () => void } {
  const { address, whenOnline, schedule } = browserDeps(window)
  const calls = { ...baseCalls, ...staffCalls }
  const client = createSessionClientOf<DeskCallName>(calls, { base, tokens: session })
  const pictures = createPictures(client, session)
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
    user,
  })
  const followAddress = () => void desk.followAddress()
  /** What is being sent would be lost with the page. */
  const warn = (event: BeforeUnloadEvent) => {
    if (desk.$pending.get() > 0 || desk.edits.hasUnsaved()) event.preventDefault()
  }
  return {
    desk,
    client,
    pictures,
    suggestions: createSuggestions({ client, schedule }),
    user,
    start() {
      void desk.start()
      addEventListener('popstate', followAddress)
      addEventListener('beforeunload', warn)
      const stopWaiting = whenOnline(() => void desk.reload())
      return () => {
        removeEventListener('popstate', followAddress)
        removeEventListener('beforeunload', warn)
        stopWaiting()
      }
    },
  }
}
