import { useStore } from '@nanostores/react'
import { useState, useSyncExternalStore } from 'react'
import { Icon } from '#components/Icon.tsx'
import { useCollection } from './page-context.ts'
import { MESSAGES } from './messages.ts'

function watchOnline(changed: () => void) {
  const events = ['online', 'offline'] as const
  for (const event of events) addEventListener(event, changed)
  return () => events.forEach((event) => removeEventListener(event, changed))
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
      {away && !dismissed && <Note text={online ? MESSAGES.away : MESSAGES.offline} close={() => setDismissed(true)} />}
      {nonsense && <Note text={MESSAGES.nonsense} close={stores.dismissNotice} />}
    </div>
  )
}

const Note = ({ text, close }: { text: string; close: () => void }) => (
  <p className="notice">
    <Icon name="warning" />
    <span>{text}</span>
    <button type="button" aria-label="Dismiss this note" onClick={close}>
      <Icon name="cross" />
    </button>
  </p>
)
