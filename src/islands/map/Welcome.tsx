import { useStore } from '../widgets/use-store.ts'
import { useCallback, useLayoutEffect, useRef } from 'react'
import { society } from '#society'
import { Icon } from '#components/Icon.tsx'
import { moveFocus } from '../widgets/move-focus.ts'
import { theMap, useMapStores } from './stores-context.ts'
import { WaysIn } from '#components/browse/WaysIn.tsx'
import { YearLinks } from '#components/browse/YearLinks.tsx'
import { yearOnMap } from '#rules/addresses/page-addresses.ts'
import { listen } from '#stores/shared/listen.ts'

/** `touch`: the words on a screen without a mouse. */
const FEATURES = [
  { what: 'Click', touch: 'Tap', how: 'a lot for its photographs and papers.' },
  { what: 'Double click', touch: 'Tap twice', how: 'one for all that is known of it.' },
  { what: 'Legend', how: 'lays old maps over the town.' },
  { what: 'Search', how: 'finds addresses and organizations.' },
]

const USES = ['pointerdown', 'click', 'wheel', 'input']

/** Spec §2: open at first, explains the features, closes on the first use of anything. It never takes the focus. The "?" of the map opens it again. */
export function Welcome({ html, years = [] }: { html?: string | undefined; years?: readonly number[] }) {
  const stores = useMapStores()
  const open = useStore(stores.$welcome)
  const off = useStore(stores.$welcomeOff)
  const note = useRef<HTMLElement>(null)
  const close = useCallback(() => {
    moveFocus(note.current, theMap())
    stores.closeWelcome()
  }, [stores])

  // Before the island says `data-live`: an Escape after that must not be lost.
  useLayoutEffect(() => {
    if (!open) return
    // Whatever is used works as usual and also closes the welcome; the "?" does so itself.
    const onUse = ({ target }: Event) => {
      if (target instanceof Element && !target.closest('.welcome, [aria-expanded=true]')) close()
    }
    const onEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) close()
    }
    // Tab and Shift only look around. The map stops the keys that it uses, so they are seen before it.
    const onKey = (event: KeyboardEvent) => {
      if (/^(?:Arrow|[-+])/.test(event.key)) onUse(event)
    }
    const unbind = [
      listen(document, 'keydown', onEscape),
      listen(document, 'keydown', onKey, { capture: true }),
      listen(document, USES, onUse, { capture: true }),
    ]
    return () => unbind.forEach((off) => off())
  }, [open, close])

  if (!open) return <h1 className="visually-hidden">{society.town}</h1>
  return (
    <section className="welcome" aria-labelledby="welcome-title" ref={note} onClick={close}>
      <button type="button" className="round-button" aria-label="Close the welcome" onClick={close}>
        <Icon name="cross" />
      </button>
      <h1 id="welcome-title">{society.town}</h1>
      {html ? <div dangerouslySetInnerHTML={{ __html: html }} /> : <p>{society.tagline}</p>}
      <ul>
        {FEATURES.map(({ what, touch, how }) => (
          <li key={what}>
            <b className={touch && 'with-mouse'}>{what}</b>
            {touch && <b className="with-touch">{touch}</b>} {how}
          </li>
        ))}
      </ul>
      <YearLinks years={years} href={yearOnMap} />
      <WaysIn label="Start from" />
      <label onClick={(event) => event.stopPropagation()}>
        <input type="checkbox" checked={off} onChange={({ target }) => stores.setWelcomeOff(target.checked)} />
        Don&rsquo;t show this again
      </label>
    </section>
  )
}
