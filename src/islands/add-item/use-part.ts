import { useEffect, useState, type ComponentType } from 'react'

interface LoadedPart<Props> {
  Part: ComponentType<Props> | undefined
  state: 'idle' | 'loading' | 'loaded' | 'failed'
  /** Why it is not there. */
  problem: string | false
  load: () => void
}

/** A component whose script is fetched by `load`, or once it is wanted. Unlike React.lazy, a failure is shown and can be tried again. */
export function usePart<Props>(fetchPart: () => Promise<ComponentType<Props>>, isWanted = false): LoadedPart<Props> {
  const [part, setPart] = useState<Pick<LoadedPart<Props>, 'Part' | 'state'>>({ Part: undefined, state: 'idle' })
  const state = part.state === 'idle' && isWanted ? 'loading' : part.state
  const fetchIt = () =>
    void fetchPart().then(
      (Part) => setPart({ Part, state: 'loaded' }),
      () => setPart({ Part: undefined, state: 'failed' }),
    )
  // After a failure only a press of a button fetches it again.
  useEffect(() => {
    if (isWanted) fetchIt()
  }, [isWanted]) // oxlint-disable-line react/exhaustive-deps
  return {
    ...part,
    state,
    problem: state === 'failed' && "This part didn't load. Check your connection and try again.",
    load() {
      if (state === 'loaded' || state === 'loading') return
      setPart({ Part: undefined, state: 'loading' })
      fetchIt()
    },
  }
}
