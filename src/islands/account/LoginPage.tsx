import { useEffect, useState } from 'react'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { useStore } from '../widgets/use-store.ts'
import { LoginForm } from './LoginForm.tsx'
import { pageAuth } from './page-auth.ts'

/** The page that the visitor came from, unless it was one of these. */
function pageBefore(): string {
  const { origin, pathname } = URL.parse(document.referrer) ?? {}
  const isOurs =
    origin === location.origin && !/^\/(?:login|register|reset-password|password|activate)\//.test(pathname!)
  return isOurs ? document.referrer : ADDRESS.map
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
          <a className="button strong" href={ADDRESS.collection}>
            Go to the collection
          </a>
        </p>
      </div>
    )
  }
  const leave = () => location.replace(pageBefore())
  return <LoginForm auth={page.auth} onSend={() => setLeaving(true)} onDone={leave} />
}
