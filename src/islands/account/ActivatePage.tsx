import { useEffect, useState, type FormEvent } from 'react'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { leadToMap } from '../widgets/lead-to-map.ts'
import { NOTICE, TEXT, readSecretLink } from './messages.ts'
import { pageAuth } from './page-auth.ts'
import { SubmitButton } from './SubmitButton.tsx'

/** The page was opened without the link of a letter. */
export const BrokenLink = () => (
  <div className="words">
    <p>
      Please open this page from the link in the email that we sent you. If the link does not work any more, you can{' '}
      <a href={ADDRESS.resetPassword}>ask for a new one</a>.
    </p>
  </div>
)

/** Island, `client:only`. Spec §2 "Activate": leads to / regardless of the outcome, unless our server names the next step. */
export default function ActivatePage({ apiBase }: { apiBase: string }) {
  const [page] = useState(() => pageAuth(apiBase))
  useEffect(() => page.start(), [page])
  const [link] = useState(readSecretLink)
  const [isSending, setSending] = useState(false)
  if (!link) return <BrokenLink />

  async function activate(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    setSending(true)
    const { failure, next } = await page.auth.activate(link!)
    if (next) location.replace(next)
    else leadToMap(failure ? NOTICE.notActivated(failure.text ?? TEXT.badLink) : NOTICE.activated)
  }
  // Only our server, which is on the address of the site, leads on to a password.
  const isOurs = apiBase === ''
  return (
    <form className="account-form" onSubmit={(event) => void activate(event)}>
      <p>{isOurs ? TEXT.activateAndChoose : TEXT.activate}</p>
      <SubmitButton isSending={isSending}>{isOurs ? 'Activate and Choose a Password' : 'Activate'}</SubmitButton>
    </form>
  )
}
