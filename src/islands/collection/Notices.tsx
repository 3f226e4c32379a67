import { useStore } from '@nanostores/react'
import { useState, useSyncExternalStore } from 'react'
import { Icon } from '../widgets/Icon.tsx'
import { useCollection } from './stores-context.ts'
import { WORDS } from './words.ts'

function watchNet(changed: () => void) {
  const ways = ['online', 'offline'] as const
  for (const way of ways) addEventListener(way, changed)
  return () => ways.forEach((way) => removeEventListener(way, changed))
}

/** What the page lacks at the moment, and what of its address it could not read. Each note can be put away. */
export function Notices() {
  const { stores } = useCollection()
  // Where the last build is not there either, the results say so: nothing is seen as of it.
  const failed = useStore(stores.$results).state === 'failed'
  const away = useStore(stores.$away) && !failed
  const nonsense = useStore(stores.$nonsense)
  const online = useSyncExternalStore(
    watchNet,
    () => navigator.onLine,
    () => true,
  )
  const [put, setPut] = useState(false)
  if (put && !away) setPut(false)
  return (
    <div className="notices" role="status">
      {away && !put && <Note text={online ? WORDS.away : WORDS.offline} close={() => setPut(true)} />}
      {nonsense && <Note text={WORDS.nonsense} close={stores.dismissNotice} />}
    </div>
  )
}

const Note = ({ text, close }: { text: string; close: () => void }) => (
  <p className="notice">
    <Icon name="warning" />
    <span>{text}</span>
    <button type="button" aria-label="Put this note away" onClick={close}>
      <Icon name="cross" />
    </button>
  </p>
)
