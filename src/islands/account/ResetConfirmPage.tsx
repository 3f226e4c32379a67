import { useEffect, useState } from 'react'
import { resetConfirm } from '#contract/account.ts'
import { leadToMap } from '../widgets/lead-to-map.ts'
import { BrokenLink } from './ActivatePage.tsx'
import { NOTICE, TEXT, readSecretLink } from './messages.ts'
import { NewPasswordFields } from './Field.tsx'
import { pageAuth } from './page-auth.ts'
import { SubmitButton } from './SubmitButton.tsx'
import { useForm } from './use-form.ts'

/** Island, `client:only`. Spec §2 "Password reset confirm": leads to / regardless of the outcome. */
export default function ResetConfirmPage({ apiBase }: { apiBase: string }) {
  const [page] = useState(() => pageAuth(apiBase))
  useEffect(() => page.start(), [page])
  const [link] = useState(readSecretLink)
  const { errors, isSending, props } = useForm(resetConfirm, async (body) => {
    const failure = await page.auth.confirmReset(body)
    if (!failure) leadToMap(NOTICE.passwordSet)
    else leadToMap(NOTICE.passwordNotSet(failure.text ?? failure.fields?.new_password ?? TEXT.badLink))
    return undefined
  })
  if (!link) return <BrokenLink />
  return (
    <form className="account-form" {...props}>
      <input type="hidden" name="uid" value={link.uid} />
      <input type="hidden" name="token" value={link.token} />
      <NewPasswordFields errors={errors} />
      <SubmitButton isSending={isSending}>Reset Password</SubmitButton>
    </form>
  )
}
