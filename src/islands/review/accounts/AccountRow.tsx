import type { Account } from '#contract/account.ts'
import { whenText } from '../messages.ts'
import { ROLE_NAMES, STATE_NAMES, undeliveredText } from './messages.ts'

interface Props {
  account: Account
  organization: string | undefined
  isSelf: boolean
  onOpen: () => void
}

/** An account in the list. */
export function AccountRow({ account, organization, isSelf, onOpen }: Props) {
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
      <button type="button" className="small-button" onClick={onOpen}>
        Change<span className="visually-hidden">{` the account of ${name}`}</span>
      </button>
    </li>
  )
}
