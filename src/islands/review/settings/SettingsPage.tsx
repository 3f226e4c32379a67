import { useEffect, useState } from 'react'
import { Button } from '../../widgets/Button.tsx'
import { FormError } from '../../widgets/FormError.tsx'
import { Waiting } from '../../widgets/RequestProblem.tsx'
import { createSessionClientOf } from '#client/session-client.ts'
import type { SettingsCallName } from '#contract/endpoints.ts'
import { baseCalls } from '#contract/endpoints/base.ts'
import { settingsCalls } from '#contract/endpoints/settings.ts'
import { staffCalls } from '#contract/endpoints/staff.ts'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { browserDeps } from '#stores/shared/browser-deps.ts'
import { createSettingsStore, type SettingsConflict, type SettingsStore } from '#stores/review/settings/settings.ts'
import '#styles/settings.css'
import type { PageAuth } from '../../account/page-auth.ts'
import { useStore } from '../../widgets/use-store.ts'
import { staffPage } from '../StaffPage.tsx'
import { doneText, TEXT } from './messages.ts'
import { SettingsForm } from './SettingsForm.tsx'
import type { SettingName, SocietySettings } from '#contract/settings.ts'
import { SETTING_LABELS, settingText } from '#rules/settings/setting-texts.ts'
import { ConflictList } from '../Conflicts.tsx'

/** Island: the society's settings, for administrators; the first page that they see in a new archive (our addition). */
export default staffPage('settings', (user, page) => <Settings key={user.id} page={page} />)

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
  const loaded = useStore(store.$loaded)
  const done = useStore(store.$done)
  const conflict = useStore(store.$conflict)
  const { round } = useStore(store.$begun)
  const live = useStore(store.$live)
  useEffect(() => void store.load(), [store])
  return (
    <div className="settings">
      <Waiting resource={loaded} onRetry={store.load} />
      {form?.first_run && <Welcome store={store} />}
      {conflict && <SettingsConflicts store={store} conflict={conflict} />}
      {form && !conflict && (
        <SettingsForm key={round} store={store} form={form}>
          {done && doneText(done, live)}
        </SettingsForm>
      )}
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
      <Button onClick={() => void postpone()}>{TEXT.later}</Button>
      <FormError text={hasFailed && TEXT.notPostponed} />
    </section>
  )
}

/** Settings that somebody else changed as well. The form comes back after the last decision. */
function SettingsConflicts({ store, conflict }: { store: SettingsStore; conflict: SettingsConflict }) {
  const { names, mine, theirs } = conflict
  const textOf = (name: SettingName, value: SocietySettings[SettingName]) => {
    if (name === 'baseMaps') return (value as SocietySettings['baseMaps']).map(({ title }) => title).join(', ')
    if (name === 'organizationId') return store.$organizations.get().get(Number(value)) ?? `No. ${String(value)}`
    return settingText(value)
  }
  const rows = names.map((field) => ({
    ...{ field, name: SETTING_LABELS[field] },
    ...{ theirs: textOf(field, theirs.settings[field]), mine: textOf(field, mine[field]!) },
  }))
  return <ConflictList text={TEXT.conflict(theirs.changed?.by?.name)} rows={rows} decide={store.decide} />
}
