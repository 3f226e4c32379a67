import { useEffect, useState } from 'react'
import { FormError } from '../../widgets/FormError.tsx'
import * as v from 'valibot'
import { type Account, accountCreate } from '#contract/account.ts'
import type { FormFailure } from '#stores/auth/auth-stores.ts'
import type { AccountsStore } from '#stores/review/accounts/accounts.ts'
import { SubmitButton } from '../../account/SubmitButton.tsx'
import { useForm } from '../../account/use-form.ts'
import { TitledDialog } from '../../widgets/ModalDialog.tsx'
import { accountFields, AccountFields } from './AccountFields.tsx'
import { disableText, TEXT, undeliveredText } from './messages.ts'
import { Field } from '../../account/Field.tsx'

interface Props {
  store: AccountsStore
  account: Account
  isSelf: boolean
  onClose: () => void
}

/** Changes an account, its sessions and its links; asks before it is disabled. */
export function AccountDialog(props: Props) {
  const { account, onClose } = props
  const [isAsking, setAsking] = useState(false)
  return (
    <TitledDialog
      title={isAsking ? `Disable the account of ${account.name}?` : account.name}
      className="account-dialog"
      onClose={onClose}
      staysOpen
    >
      {isAsking ? <Disable {...props} /> : <Change {...props} onDisable={() => setAsking(true)} />}
    </TitledDialog>
  )
}

function Change({ store, account, isSelf, onClose, onDisable }: Props & { onDisable: () => void }) {
  const { id, email, state, undelivered } = account
  const { errors, text, isSending, props } = useForm(changeForm, async (body) => {
    const failure = await store.change(id, body)
    if (!failure) onClose()
    return failure
  })
  const step = useStep(onClose)
  return (
    <>
      <p className="meta">{email}</p>
      <form className="account-form" {...props}>
        <FormError text={text} />
        <AccountFields store={store} errors={errors} account={account} isSelf={isSelf} />
        <p className="field-hint">{TEXT.sessionsHint}</p>
        <p className="buttons">
          <SubmitButton isSending={isSending}>Save</SubmitButton>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
        </p>
      </form>
      <section className="account-access" aria-label="Access">
        {undelivered && <p className="account-letter">{undeliveredText(undelivered)}</p>}
        <Problem failure={step.failure} />
        <p className="buttons">
          {state === 'disabled' ? (
            <button
              type="button"
              className="button"
              onClick={() => step.run(() => store.change(id, { disabled: false }, 'enabled'))}
            >
              Enable
            </button>
          ) : (
            <button type="button" className="button" onClick={() => step.run(() => store.sendLink(account))}>
              {state === 'invited' ? 'Send the Invitation Again' : 'Send a Link for a New Password'}
            </button>
          )}
          {state === 'active' && (
            <button type="button" className="button" onClick={() => step.run(() => store.endSessions(account))}>
              Log Out Everywhere
            </button>
          )}
          {state !== 'disabled' && !isSelf && (
            <button type="button" className="button danger" onClick={onDisable}>
              Disable…
            </button>
          )}
        </p>
        {state === 'active' && <p className="field-hint">{`Log out everywhere: ${TEXT.endHint}`}</p>}
      </section>
    </>
  )
}
const changeForm = v.object(accountFields)

function Disable({ store, account, onClose }: Props) {
  const [drafts, setDrafts] = useState<number>()
  useEffect(() => void store.draftsOf(account.id).then(setDrafts), [store, account.id])
  const { failure, run } = useStep(onClose)
  return (
    <>
      <p>{disableText(account, drafts)}</p>
      <Problem failure={failure} />
      <p className="buttons">
        <button
          type="button"
          className="button strong"
          onClick={() => run(() => store.change(account.id, { disabled: true }, 'disabled'))}
        >
          Disable
        </button>
        {/* Enter, pressed twice, must not disable it. */}
        <button type="button" className="button" autoFocus onClick={onClose}>
          Cancel
        </button>
      </p>
    </>
  )
}

/** One step at a time; the dialog closes when it is done. */
function useStep(onClose: () => void) {
  const [failure, setFailure] = useState<FormFailure>()
  const [isSending, setSending] = useState(false)
  async function send(work: () => Promise<FormFailure>) {
    setSending(true)
    const failed = await work()
    setSending(false)
    setFailure(failed)
    if (!failed) onClose()
  }
  return { failure, run: (work: () => Promise<FormFailure>) => void (isSending || send(work)) }
}

const Problem = ({ failure }: { failure: FormFailure }) => (
  <FormError text={failure && (failure.text ?? Object.values(failure.fields ?? {}).join(' '))} />
)

const inviteForm = v.object({ email: accountCreate.entries.email, ...accountFields })

/** Creates an account and sends its invitation. */
export function InviteDialog({ store, onClose }: { store: AccountsStore; onClose: () => void }) {
  const { errors, text, isSending, props } = useForm(inviteForm, async (body) => {
    const failure = await store.invite(body)
    if (!failure) onClose()
    return failure
  })
  return (
    <TitledDialog title={TEXT.invite} onClose={onClose} staysOpen>
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
    </TitledDialog>
  )
}
