import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { ADDRESS } from '#rules/addresses.ts'
import { society } from '#society'
import { Icon } from '../widgets/Icon.tsx'
import { passFocus, theMap } from './pass-focus.ts'
import { useMapStores } from './stores-context.ts'
import { WORDS, layerName, lostText, problemText } from './words.ts'

const layers = [...society.map.overlays, ...society.map.baseMaps]

/** What the map lacks at the moment, said once on the map; each note can be put away. */
export function Notices() {
  const stores = useMapStores()
  const source = useStore(stores.$source)
  const problems = useStore(stores.$problems)
  const overlays = useStore(stores.$overlays)
  const baseMap = useStore(stores.$baseMap)
  const lost = useStore(stores.$lost)
  const [away, setAway] = useState<ReadonlySet<string>>(new Set())

  const notes = layers.flatMap((layer) => {
    const problem = problems[layer.id]
    const shown = layer.id === baseMap || overlays[layer.id]?.visible
    return problem && shown ? [problemText(layerName(layer), problem)] : []
  })
  if (source === 'away') notes.unshift(WORDS.away)
  const standing = notes.filter((note) => !away.has(note))
  return (
    <div className="map-notices" role="status">
      {source === 'none' && (
        <p className="map-notice">
          <Icon name="warning" />
          <span>
            {WORDS.none} <a href={ADDRESS.places}>All places by street</a>
          </span>
        </p>
      )}
      {standing.map((note) => (
        <Note key={note} text={note} onClose={() => setAway(new Set([...away, note]))} />
      ))}
      {lost && <Note text={lostText(lost)} onClose={stores.forgetLost} />}
    </div>
  )
}

const Note = ({ text, onClose }: { text: string; onClose: () => void }) => (
  <p className="map-notice">
    <Icon name="warning" />
    <span>{text}</span>
    <button
      type="button"
      className="round-button"
      aria-label="Put this note away"
      onClick={({ currentTarget }) => {
        const note = currentTarget.parentElement!
        const other = (note.nextElementSibling ?? note.previousElementSibling)?.querySelector('button')
        passFocus(note, other ?? theMap())
        onClose()
      }}
    >
      <Icon name="cross" />
    </button>
  </p>
)
