import { useEffect, useState } from 'react'
import { createUserClient } from '#client/user-client.ts'
import { browserDeps } from '#stores/shared/browser-deps.ts'
import { createSubmissionsStores } from '#stores/submissions/submissions-stores.ts'
import '#styles/submissions.css'
import type { PageAuth } from '../account/page-auth.ts'
import { SignedIn } from '../account/SignedIn.tsx'
import { createDraftPictures } from '../widgets/draft-pictures.ts'
import { SubmissionList } from './SubmissionList.tsx'

/** Island: what the user has sent in, and its review state (our addition). */
export default function SubmissionsPage({ apiBase }: { apiBase: string }) {
  return <SignedIn apiBase={apiBase}>{(user, page) => <Submissions key={user.id} {...page} />}</SignedIn>
}

function Submissions({ auth, client: { base }, session }: PageAuth) {
  const [client] = useState(() => createUserClient({ base, tokens: session }))
  const [stores] = useState(() => {
    const { address } = browserDeps(window)
    return createSubmissionsStores({ client, address, withSession: auth.withSession })
  })
  const [pictures] = useState(() => createDraftPictures(client, session))
  useEffect(() => void stores.start(), [stores])
  return <SubmissionList stores={stores} client={client} pictures={pictures} />
}
