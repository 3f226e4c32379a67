import { useEffect, useState } from 'react'

/** A module that is loaded when it is wanted first, why it is not there, and what tries again. */
export function useLater<Module>(
  load: () => Promise<Module>,
  isWanted: boolean,
): [Module | 'failed' | undefined, () => void] {
  const [later, setLater] = useState<Module | 'failed'>()
  useEffect(() => {
    if (!isWanted || later) return
    let counts = true
    load().then(
      (module) => counts && setLater(() => module),
      () => counts && setLater('failed'),
    )
    return () => {
      counts = false
    }
  }, [isWanted, later, load])
  return [later, () => setLater(undefined)]
}
