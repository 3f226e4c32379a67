import { useEffect, useState } from 'react'
import type { User } from '#contract/account.ts'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { useStore } from '../widgets/use-store.ts'
import { LoginForm } from './LoginForm.tsx'
import { pageAuth } from './page-auth.ts'

/** The page that they came from; from the map or these, where their work is: under the map's welcome nothing is offered. */
function pageAfter({ role, may, next }: User): string {
  if (next) return next
  const { origin, pathname } = URL.parse(document.referrer) ?? {}
  const isOurs =
    origin === location.origin && !/^\/(?:$|(?:map|login|register|reset-password|password|activate)\/)/.test(pathname!)
  if (isOurs) return document.referrer
  if (role === undefined) return ADDRESS.collection
  return may?.includes('review') ? ADDRESS.review : ADDRESS.submissions
}

/** Island. Spec §2 "Login page". */
export default function LoginPage({ apiBase }: { apiBase: string }) {
  const [page] = useState(() => pageAuth(apiBase))
  const { user, isAuthenticated } = useStore(page.auth.$auth)
  const [isLeaving, setLeaving] = useState(false)
  useEffect(() => page.start(), [page])

  if (isAuthenticated && user && !isLeaving) {
    return (
      <div className="words">
        <p>
          You are logged in as <strong>{user.name || user.email || `user ${user.id}`}</strong>.
        </p>
        <p>
          <a className="button strong" href={ADDRESS.addItem}>
            Add Item
          </a>{' '}
          <a className="button" href={ADDRESS.collection}>
            Go to the collection
          </a>
        </p>
      </div>
    )
  }
  const leave = () => location.replace(pageAfter(page.auth.$auth.get().user!))
  return <LoginForm auth={page.auth} onSend={() => setLeaving(true)} onDone={leave} />
}
