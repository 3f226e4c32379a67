import { useId, useRef, useState } from 'react'
import type { Logo } from '#contract/settings.ts'
import type { FormFailure } from '#stores/auth/auth-stores.ts'
import type { SettingsStore } from '#stores/review/settings/settings.ts'
import { Button } from '../../widgets/Button.tsx'
import { FieldError } from '../../widgets/FormField.tsx'
import { TEXT } from './messages.ts'

/** The logo: changed at once, apart from the form. */
export function LogoField({ store, logo }: { store: SettingsStore; logo: Logo | null }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [failure, setFailure] = useState<FormFailure>()
  const [isSending, setSending] = useState(false)
  async function send(work: () => Promise<FormFailure>) {
    setSending(true)
    setFailure(await work())
    setSending(false)
    if (input.current) input.current.value = ''
  }
  return (
    <div className="settings-logo" role="group" aria-labelledby={`${id}-name`}>
      <p id={`${id}-name`} className="settings-label">
        {TEXT.logo}
      </p>
      <p className="logo-shown">
        {logo ? (
          <img src={`data:image/png;base64,${logo.png}`} width={logo.width} height={logo.height} alt={TEXT.logo} />
        ) : (
          <span className="meta">{TEXT.noLogo}</span>
        )}
      </p>
      <p className="buttons">
        <Button aria-disabled={isSending} onClick={() => input.current?.click()}>
          {isSending ? 'One moment…' : TEXT.chooseLogo}
        </Button>
        {logo && <Button onClick={() => void send(() => store.removeLogo())}>{TEXT.removeLogo}</Button>}
      </p>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp"
        aria-label={TEXT.logo}
        onChange={({ currentTarget: { files } }) => {
          const [file] = files ?? []
          if (file && !isSending) void send(() => store.changeLogo(file))
        }}
      />
      <FieldError id={`${id}-error`} text={failure?.fields?.image ?? failure?.text} />
      <p className="field-hint">{TEXT.logoHint}</p>
    </div>
  )
}
