import { useEffect, useState } from 'react'
import { FormError } from '../../widgets/FormError.tsx'
import { createSessionClientOf } from '#client/session-client.ts'
import { Loading } from '#components/record/Loading.tsx'
import type { SettingsCallName } from '#contract/endpoints.ts'
import { baseCalls } from '#contract/endpoints/base.ts'
import { settingsCalls } from '#contract/endpoints/settings.ts'
import { staffCalls } from '#contract/endpoints/staff.ts'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { browserDeps } from '#stores/shared/browser-deps.ts'
import { createSettingsStore, type SettingsStore } from '#stores/review/settings/settings.ts'
import '#styles/settings.css'
import type { PageAuth } from '../../account/page-auth.ts'
import { useStore } from '../../widgets/use-store.ts'
import { StaffPage } from '../StaffPage.tsx'
import { doneText, TEXT } from './messages.ts'
import { SettingsConflicts } from './SettingsConflicts.tsx'
import { SettingsForm } from './SettingsForm.tsx'

/** Island: the society's settings, for administrators; the first page that they see in a new archive (our addition). */
export default function SettingsPage({ apiBase }: { apiBase: string }) {
  return (
    <StaffPage apiBase={apiBase} name="settings">
      {(user, page) => <Settings key={user.id} page={page} />}
    </StaffPage>
  )
}

function createStore({ auth, session, client: { base } }: PageAuth): SettingsStore {
  const client = createSessionClientOf<SettingsCallName>(
    { ...baseCalls, ...settingsCalls, builds: staffCalls.builds },
    { base, tokens: session },
  )
  return createSettingsStore({ client, withSession: auth.withSession, schedule: browserDeps(window).schedule })
}

function Settings({ page }: { page: PageAuth }) {
  const [store] = useState(() => createStore(page))
  const form = useStore(store.$form)
  const problem = useStore(store.$problem)
  const done = useStore(store.$done)
  const conflict = useStore(store.$conflict)
  const { round } = useStore(store.$begun)
  const live = useStore(store.$live)
  useEffect(() => void store.load(), [store])
  return (
    <div className="settings">
      {problem !== null && (
        <div className="form-error" role="alert">
          <p>{problem}</p>
          <button type="button" className="button" onClick={() => void store.load()}>
            Try Again
          </button>
        </div>
      )}
      {form === null && problem === null && <Loading />}
      {form?.first_run && <Welcome store={store} />}
      {conflict && <SettingsConflicts store={store} conflict={conflict} />}
      {form && !conflict && <SettingsForm key={round} store={store} form={form} />}
      <p className="form-done" role="status">
        {done && doneText(done, live)}
      </p>
    </div>
  )
}

function Welcome({ store }: { store: SettingsStore }) {
  const [hasFailed, setFailed] = useState(false)
  async function postpone() {
    if (await store.postpone()) location.assign(ADDRESS.map)
    else setFailed(true)
  }
  return (
    <section className="aside settings-welcome">
      <h2>{TEXT.welcome}</h2>
      <p>{TEXT.welcomeHint}</p>
      <button type="button" className="button" onClick={() => void postpone()}>
        {TEXT.later}
      </button>
      <FormError text={hasFailed && TEXT.notPostponed} />
    </section>
  )
}
