import { useState } from 'react'
import type { SettingsForm } from '#contract/settings.ts'
import type { FormFailure } from '#stores/auth/auth-stores.ts'
import type { SettingsStore } from '#stores/review/settings/settings.ts'
import { PasswordField } from '../../account/Field.tsx'
import { Button } from '../../widgets/Button.tsx'
import { TEXT } from './messages.ts'

/** Projects of Local Contexts, and the key they are fetched with: sent at once, apart from the form. */
export function ContextFields({ store, contexts, has_hub_key: hasKey }: { store: SettingsStore } & SettingsForm) {
  const [key, setKey] = useState('')
  const [failure, setFailure] = useState<FormFailure>()
  async function send(sent?: string) {
    const failed = await store.fetchContexts(sent)
    setFailure(failed)
    if (!failed) setKey('')
  }
  return (
    <>
      <PasswordField
        label={TEXT.hubKey}
        hint={hasKey ? TEXT.hasHubKey : TEXT.noHubKey}
        error={failure?.fields?.key ?? failure?.text}
        required={false}
        autoComplete="off"
        value={key}
        onChange={({ currentTarget }) => setKey(currentTarget.value)}
      />
      <p className="buttons">
        {key && <Button onClick={() => void send(key)}>{TEXT.saveHubKey}</Button>}
        {hasKey && <Button onClick={() => void send()}>{TEXT.fetchContexts}</Button>}
        {hasKey && <Button onClick={() => void send('')}>{TEXT.removeHubKey}</Button>}
      </p>
      <ul className="meta">
        {contexts.map((each) => (
          <li key={each.id}>{TEXT.contextProject(each)}</li>
        ))}
      </ul>
    </>
  )
}
