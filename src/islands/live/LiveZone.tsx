import { useEffect, useState } from 'react'
import '#styles/zone-years.css'
import { loadZoneOverview } from '#islands/zone/load-zone-overview.ts'
import { PagedItems } from '#islands/zone/PagedItems.tsx'
import { PartTabs } from '#islands/zone/PartTabs.tsx'
import { ZoneOverview } from '#islands/zone/ZoneOverview.tsx'
import { ZoneYears } from '#islands/zone/ZoneYears.tsx'
import type { ZoneOverview as Zone } from '#rules/zone-overview.ts'
import { Fresh, Loading } from './Notes.tsx'
import { idIn } from './record.ts'
import type { LiveProps } from './record.ts'

/** A zone that was published after the last build, loaded from the API. */
export function LiveZone({ client, pathname, siteName, leave }: LiveProps) {
  const [overview, setOverview] = useState<Zone>()

  useEffect(() => {
    const stop = new AbortController()
    const id = idIn(pathname)
    const loading = id === undefined ? Promise.reject(new Error(pathname)) : loadZoneOverview(client, id, stop)
    loading.then(
      (loaded) => {
        if (stop.signal.aborted) return
        document.title = `${loaded.name} – ${siteName}`
        setOverview(loaded)
      },
      () => stop.signal.aborted || leave(),
    )
    return () => stop.abort()
  }, [client, pathname, siteName, leave])

  if (!overview) return <Loading />
  return (
    <>
      <ZoneOverview
        overview={overview}
        level={1}
        Parts={PartTabs}
        items={<PagedItems client={client} overview={overview} />}
        years={<ZoneYears overview={overview} level={2} />}
      />
      <Fresh />
    </>
  )
}
