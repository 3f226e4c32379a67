import { useEffect, useState } from 'react'
import { loadNamed } from './load-record.ts'
import type { LiveProps } from './record.ts'

/**
 * What an address names, loaded from the API; undefined until it is there. The title of the page follows it; the visitor goes home when it cannot be
 * loaded. `load` must stay the same.
 */
export function useOverview<Loaded extends { name: string }>(
  load: (client: LiveProps['client'], api: string, id: number) => Promise<Loaded>,
  { client, api, pathname, siteName, leave }: LiveProps,
): Loaded | undefined {
  const [overview, setOverview] = useState<Loaded>()
  useEffect(() => {
    let wanted = true
    void loadNamed((id) => load(client, api, id), pathname).then((loaded) => {
      if (!wanted) return
      if (loaded === null) return leave()
      document.title = `${loaded.name} – ${siteName}`
      setOverview(loaded)
    })
    return () => {
      wanted = false
    }
  }, [load, client, api, pathname, siteName, leave])
  return overview
}
