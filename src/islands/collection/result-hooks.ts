import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useCollection } from './stores-context.ts'

type Box = RefObject<HTMLElement | null>

/** `data-results` counts the answers that were shown: what measures how long a change takes waits for the next number (scripts/bench). */
export function useShownMark(box: Box, results: { state: string }) {
  const shown = useRef(0)
  useEffect(() => {
    if (results.state !== 'ready' || !box.current) return
    shown.current += 1
    box.current.setAttribute('data-results', String(shown.current))
  }, [box, results])
}

/** The number of results has the focus, and is seen. */
export function goToHead({ current: head }: Box): void {
  head?.focus({ preventScroll: true })
  head?.scrollIntoView({ block: 'start' })
}

/** A link of a result that sets a filter goes away with its result: the focus goes to the number of the new ones, and the window with it. */
export function useKeptFocus(box: Box, head: Box, results: object) {
  const within = useRef(false)
  useEffect(() => {
    const look = ({ target }: Event) => {
      within.current = target instanceof Node && box.current !== null && box.current.contains(target)
    }
    document.addEventListener('focusin', look)
    return () => document.removeEventListener('focusin', look)
  }, [box])
  useEffect(() => {
    if (!within.current || (document.activeElement !== document.body && document.activeElement !== null)) return
    within.current = false
    goToHead(head)
  }, [head, results])
}

/** Milliseconds that the first results wait for the box of the collection that stands above them. */
const PATIENCE = 1_000

/** True while results would be pushed down soon: a page whose address names a collection shows both at once. */
export function useAwaitedInfo(): boolean {
  const { stores } = useCollection()
  const { collection } = useStore(stores.$filters)
  const info = useStore(stores.$info)
  const [waited, setWaited] = useState(collection === null)
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), PATIENCE)
    return () => clearTimeout(timer)
  }, [])
  return !waited && collection !== null && info === null
}
