import { useEffect, useState } from 'react'
import { Button, StrongButton } from '../../widgets/Button.tsx'
import { FormError } from '../../widgets/FormError.tsx'
import * as v from 'valibot'
import { type Account, ACCOUNT_ROLES, accountCreate } from '#contract/account.ts'
import type { FormFailure } from '#stores/auth/auth-stores.ts'
import type { AccountsStore } from '#stores/review/accounts/accounts.ts'
import { useForm } from '../../account/use-form.ts'
import { DialogButtons, TitledDialog } from '../../widgets/ModalDialog.tsx'
import { disableText, ROLE_HINT, ROLE_NAMES, TEXT, undeliveredText } from './messages.ts'
import { Field } from '../../account/Field.tsx'
import { society } from '#society'
import { FormField } from '../../widgets/FormField.tsx'
import { Options } from '../../widgets/SelectField.tsx'
import { useStore } from '../../widgets/use-store.ts'

/** The fields of a form: the organization is the value of a select. */
const accountFields = {
  name: accountCreate.entries.name,
  role: accountCreate.entries.role,
  organization: v.pipe(
    v.string(),
    v.transform((value) => (value === '' ? null : Number(value))),
  ),
}

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
  const { errors, text, isSending, props } = useForm(changeForm, (body) => store.change(id, body), onClose)
  const step = useStep(onClose)
  return (
    <>
      <p className="meta">{email}</p>
      <form className="account-form" {...props}>
        <FormError text={text} />
        <AccountFields store={store} errors={errors} account={account} isSelf={isSelf} />
        <p className="field-hint">{TEXT.sessionsHint}</p>
        <DialogButtons send="Save" isSending={isSending} onCancel={onClose} />
      </form>
      <section className="account-access" aria-label="Access">
        {undelivered && <p className="account-letter">{undeliveredText(undelivered)}</p>}
        <Problem failure={step.failure} />
        <p className="buttons">
          {state === 'disabled' ? (
            <Button onClick={() => step.run(() => store.change(id, { disabled: false }, 'enabled'))}>Enable</Button>
          ) : (
            <Button onClick={() => step.run(() => store.sendLink(account))}>
              {state === 'invited' ? 'Send the Invitation Again' : 'Send a Link for a New Password'}
            </Button>
          )}
          {state === 'active' && (
            <Button onClick={() => step.run(() => store.endSessions(account))}>Log Out Everywhere</Button>
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
        <StrongButton onClick={() => run(() => store.change(account.id, { disabled: true }, 'disabled'))}>
          Disable
        </StrongButton>
        {/* Enter, pressed twice, must not disable it. */}
        <Button autoFocus onClick={onClose}>
          Cancel
        </Button>
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
  const { errors, text, isSending, props } = useForm(inviteForm, store.invite, onClose)
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
        <DialogButtons send="Send the Invitation" isSending={isSending} onCancel={onClose} />
      </form>
    </TitledDialog>
  )
}

interface AccountFieldsProps {
  store: AccountsStore
  errors: Readonly<Record<string, string>>
  account?: Account
  /** The role of one's own account stays. */
  isSelf?: boolean
}

/** Name, role and organization of an account. */
function AccountFields({ store, errors, account, isSelf = false }: AccountFieldsProps) {
  const organizations = useStore(store.$organizations)
  const names = [...organizations].sort(([, a], [, b]) => a.localeCompare(b))
  // It is added to an archive that has none yet.
  if (!organizations.has(society.organizationId)) names.unshift([society.organizationId, society.name])
  const own = account?.role ?? 'volunteer'
  return (
    <>
      <Field label="Name" name="name" autoComplete="off" defaultValue={account?.name} error={errors.name} />
      <FormField label="Role" error={errors.role} hint={isSelf ? TEXT.own : ROLE_HINT}>
        {(control) => (
          <select {...control} name="role" defaultValue={own}>
            <Options of={(isSelf ? [own] : ACCOUNT_ROLES).map((role) => [role, ROLE_NAMES[role]])} />
          </select>
        )}
      </FormField>
      <FormField label="Organization" error={errors.organization} hint={TEXT.organizationHint}>
        {(control) => (
          <select {...control} name="organization" defaultValue={account?.organization ?? ''}>
            <Options of={[['', 'None'], ...names]} />
          </select>
        )}
      </FormField>
    </>
  )
}
