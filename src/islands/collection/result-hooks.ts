import { useStore } from '@nanostores/react'
import { listen } from '#stores/shared/listen.ts'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useCollection } from './page-context.ts'

type Box = RefObject<HTMLElement | null>

/** `data-results` counts the shown answers; benchmarks wait for the next number (scripts/bench). */
export function useResultsCounter(box: Box, results: { state: string }) {
  const shown = useRef(0)
  useEffect(() => {
    if (results.state !== 'ready' || !box.current) return
    shown.current += 1
    box.current.setAttribute('data-results', String(shown.current))
  }, [box, results])
}

/** Focuses the results heading and scrolls to it. */
export function focusHeading({ current: head }: Box): void {
  head?.focus({ preventScroll: true })
  head?.scrollIntoView({ block: 'start' })
}

/** When the focused link disappears with its result, moves the focus to the heading of the new results. */
export function useFocusRestore(box: Box, head: Box, results: object) {
  const within = useRef(false)
  useEffect(() => {
    const look = ({ target }: Event) => {
      within.current = target instanceof Node && box.current !== null && box.current.contains(target)
    }
    return listen(document, 'focusin', look)
  }, [box])
  useEffect(() => {
    if (!within.current || (document.activeElement !== document.body && document.activeElement !== null)) return
    within.current = false
    focusHeading(head)
  }, [head, results])
}

/** Milliseconds that the first results wait for the collection info box above them. */
const PATIENCE = 1_000

/** True while the results wait for the info box, which would push them down. */
export function useInfoPending(): boolean {
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
