import { useStore } from '@nanostores/react'
import { useState, useSyncExternalStore } from 'react'
import { Note } from '../widgets/Note.tsx'
import { useCollection } from './page-context.ts'
import { MESSAGES } from './messages.ts'

function watchOnline(changed: () => void) {
  const events = ['online', 'offline'] as const
  for (const event of events) addEventListener(event, changed)
  return () => events.forEach((event) => removeEventListener(event, changed))
}

const NOTE = {
  className: 'notice',
  next: () => document.querySelector<HTMLElement>('.results-head h2'),
}

/** Dismissible notes: the archive is away, or a part of the address could not be read. */
export function Notices() {
  const { stores } = useCollection()
  // When the last build is unreachable too, the results show the error.
  const failed = useStore(stores.$results).state === 'failed'
  const away = useStore(stores.$away) && !failed
  const nonsense = useStore(stores.$unreadable)
  const online = useSyncExternalStore(
    watchOnline,
    () => navigator.onLine,
    () => true,
  )
  const [dismissed, setDismissed] = useState(false)
  if (dismissed && !away) setDismissed(false)
  return (
    <div className="notices" role="status">
      {away && !dismissed && (
        <Note {...NOTE} text={online ? MESSAGES.away : MESSAGES.offline} onClose={() => setDismissed(true)} />
      )}
      {nonsense && <Note {...NOTE} text={MESSAGES.nonsense} onClose={stores.dismissNotice} />}
    </div>
  )
}
