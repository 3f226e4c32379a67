import { useEffect, useState } from 'react'
import { createSessionClientOf } from '#client/session-client.ts'
import type { Account } from '#contract/account.ts'
import { accountCalls } from '#contract/endpoints/accounts.ts'
import { baseCalls } from '#contract/endpoints/base.ts'
import { staffCalls } from '#contract/endpoints/staff.ts'
import { type AccountsCallName, type AccountsStore, createAccountsStore } from '#stores/review/accounts/accounts.ts'
import '#styles/staff-accounts.css'
import type { PageAuth } from '../../account/page-auth.ts'
import { SmallButton, StrongButton } from '../../widgets/Button.tsx'
import { Waiting } from '../../widgets/RequestProblem.tsx'
import { SelectField } from '../../widgets/SelectField.tsx'
import { TextField } from '../../widgets/TextField.tsx'
import { useStore } from '../../widgets/use-store.ts'
import { Status } from '../../widgets/Status.tsx'
import { staffPage } from '../StaffPage.tsx'
import { AccountDialog, InviteDialog } from './AccountDialog.tsx'
import { countOfAccounts, doneText, FILTERS, ROLE_NAMES, STATE_NAMES, TEXT, undeliveredText } from './messages.ts'
import { whenText } from '../messages.ts'

/** Island: the accounts, for administrators (our addition). */
export default staffPage('accounts', (user, page) => <Accounts key={user.id} page={page} self={user.id} />)

function createStore({ auth, session, client: { base } }: PageAuth): AccountsStore {
  const calls = { ...baseCalls, ...accountCalls, queue: staffCalls.queue }
  const client = createSessionClientOf<AccountsCallName>(calls, { base, tokens: session })
  return createAccountsStore({ client, withSession: auth.withSession })
}

function Accounts({ page, self }: { page: PageAuth; self: number }) {
  const [store] = useState(() => createStore(page))
  const [open, setOpen] = useState<Account['id'] | 'invite' | null>(null)
  const accounts = useStore(store.$accounts)
  const organizations = useStore(store.$organizations)
  const shown = useStore(store.$shown)
  const loaded = useStore(store.$loaded)
  const done = useStore(store.$done)
  useEffect(() => void store.load(), [store])
  const close = () => setOpen(null)
  const chosen = typeof open === 'number' ? accounts?.find(({ id }) => id === open) : undefined
  return (
    <div className="accounts">
      <div className="list-tools">
        <Search store={store} />
        <StrongButton
          onClick={() => {
            store.$done.set(null)
            setOpen('invite')
          }}
        >
          {TEXT.invite}
        </StrongButton>
      </div>
      <Status className="form-done">{done && doneText(done)}</Status>
      <Waiting className="list-note" resource={loaded} onRetry={store.load} />
      {accounts && (
        <>
          <Status className="meta accounts-count">{countOfAccounts(shown.length)}</Status>
          {shown.length === 0 && <p className="empty">{TEXT.none}</p>}
          <ul className="rows" aria-label="Accounts">
            {shown.map((account) => (
              <AccountRow
                key={account.id}
                account={account}
                organization={organizations.get(account.organization ?? 0)}
                isSelf={account.id === self}
                onOpen={() => {
                  store.$done.set(null)
                  setOpen(account.id)
                }}
              />
            ))}
          </ul>
        </>
      )}
      {open === 'invite' && <InviteDialog store={store} onClose={close} />}
      {chosen && <AccountDialog store={store} account={chosen} isSelf={chosen.id === self} onClose={close} />}
    </div>
  )
}

function Search({ store }: { store: AccountsStore }) {
  const search = useStore(store.$search)
  const filter = useStore(store.$filter)
  return (
    <form role="search" aria-label="Accounts" className="list-tools" onSubmit={(event) => event.preventDefault()}>
      <TextField
        label="Name, email or organization"
        type="search"
        autoComplete="off"
        value={search}
        onChange={(text) => store.$search.set(text)}
      />
      <SelectField label="Show" value={filter} choices={FILTERS} onChange={(value) => store.$filter.set(value)} />
    </form>
  )
}

interface Props {
  account: Account
  organization: string | undefined
  isSelf: boolean
  onOpen: () => void
}

/** An account in the list. */
function AccountRow({ account, organization, isSelf, onOpen }: Props) {
  const { name, email, role, state, created_at, last_login_at, undelivered } = account
  const seen =
    last_login_at !== null
      ? { word: 'Last login', at: last_login_at }
      : { word: state === 'invited' ? 'Invited' : 'Never logged in, added', at: created_at }
  return (
    <li className="account-row" data-state={state}>
      <div>
        <p className="row-name">
          {name}
          {isSelf && <span className="meta"> (you)</span>}
        </p>
        <p className="meta">{email}</p>
        {undelivered && <p className="account-letter">{undeliveredText(undelivered)}</p>}
      </div>
      <div>
        <p>{ROLE_NAMES[role]}</p>
        <p className="meta">{organization ?? 'No organization'}</p>
      </div>
      <div>
        <p className="account-state">{STATE_NAMES[state]}</p>
        <p className="meta">
          {`${seen.word} `}
          <time dateTime={seen.at}>{whenText(seen.at)}</time>
        </p>
      </div>
      <SmallButton onClick={onOpen}>
        Change<span className="visually-hidden">{` the account of ${name}`}</span>
      </SmallButton>
    </li>
  )
}
