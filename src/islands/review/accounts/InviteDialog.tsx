import { useId } from 'react'
import { FormError } from '../../widgets/FormError.tsx'
import * as v from 'valibot'
import { accountCreate } from '#contract/account.ts'
import type { AccountsStore } from '#stores/review/accounts/accounts.ts'
import { Field } from '../../account/Field.tsx'
import { SubmitButton } from '../../account/SubmitButton.tsx'
import { useForm } from '../../account/use-form.ts'
import { ModalDialog } from '../../widgets/ModalDialog.tsx'
import { accountFields, AccountFields } from './AccountFields.tsx'
import { TEXT } from './messages.ts'

const inviteForm = v.object({ email: accountCreate.entries.email, ...accountFields })

/** Creates an account and sends its invitation. */
export function InviteDialog({ store, onClose }: { store: AccountsStore; onClose: () => void }) {
  const id = useId()
  const { errors, text, isSending, props } = useForm(inviteForm, async (body) => {
    const failure = await store.invite(body)
    if (!failure) onClose()
    return failure
  })
  return (
    <ModalDialog className="dialog" labelledBy={id} onClose={onClose} staysOpen>
      <h2 id={id}>{TEXT.invite}</h2>
      <form className="account-form" {...props}>
        <FormError text={text} />
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          hint={TEXT.emailHint}
          error={errors.email}
        />
        <AccountFields store={store} errors={errors} />
        <p className="buttons">
          <SubmitButton isSending={isSending}>Send the Invitation</SubmitButton>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
        </p>
      </form>
    </ModalDialog>
  )
}
