import { useState, type ComponentType } from 'react'

interface LoadedPart<Props> {
  Part: ComponentType<Props> | undefined
  state: 'idle' | 'loading' | 'loaded' | 'failed'
  load: () => void
}

/** A component whose script is fetched by `load`. Unlike React.lazy, a failure is shown and can be tried again. */
export function usePart<Props>(fetchPart: () => Promise<ComponentType<Props>>): LoadedPart<Props> {
  const [part, setPart] = useState<Pick<LoadedPart<Props>, 'Part' | 'state'>>({ Part: undefined, state: 'idle' })
  return {
    ...part,
    load() {
      if (part.state === 'loaded' || part.state === 'loading') return
      setPart({ Part: undefined, state: 'loading' })
      fetchPart().then(
        (Part) => setPart({ Part, state: 'loaded' }),
        () => setPart({ Part: undefined, state: 'failed' }),
      )
    },
  }
}
