import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import '#styles/add-item.css'
import { SignedIn } from '../account/SignedIn.tsx'
import { Wizard } from './Wizard.tsx'

/** Island. Spec §2: a spinner until the user is authenticated and the profile is loaded; who is signed out gets the login over it. */
export default function AddItem({ apiBase }: { apiBase: string }) {
  return (
    <SignedIn apiBase={apiBase} leadsTo={ADDRESS.collection}>
      {(user, page) => <Wizard key={user.id} page={page} user={user} />}
    </SignedIn>
  )
}
