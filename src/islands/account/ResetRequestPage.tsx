import { useEffect, useState } from 'react'
import { resetRequest } from '#contract/account.ts'
import { leadToMap } from '../widgets/lead-to-map.ts'
import { Field } from './Field.tsx'
import { NOTICE } from './messages.ts'
import { pageAuth } from './page-auth.ts'
import { SubmitButton } from './SubmitButton.tsx'
import { useForm } from './use-form.ts'

/** Island. Spec §2 "Request Password Reset page". */
export default function ResetRequestPage({ apiBase }: { apiBase: string }) {
  const [page] = useState(() => pageAuth(apiBase))
  useEffect(() => page.start(), [page])
  const { errors, isSending, props } = useForm(resetRequest, async ({ email }) => {
    const failure = await page.auth.requestReset(email)
    leadToMap(failure ? NOTICE.resetNotRequested(failure.text) : NOTICE.resetRequested)
    return undefined
  })
  return (
    <form className="account-form" {...props}>
      <Field label="Email" name="email" type="email" autoComplete="username" error={errors.email} />
      <SubmitButton isSending={isSending}>Reset Password</SubmitButton>
    </form>
  )
}
