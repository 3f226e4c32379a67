import { useEffect, useState } from 'react'
import { loadRecord } from './load-record.ts'
import { Fresh, Loading } from './Notes.tsx'
import { RecordCard } from './RecordCard.tsx'
import type { LiveProps, LiveRecord, RecordKind } from './record.ts'

/** A record that was published after the last build, loaded from the API. */
export function LiveRecordPage({ client, kind, pathname, siteName, leave }: LiveProps & { kind: RecordKind }) {
  const [record, setRecord] = useState<LiveRecord>()

  useEffect(() => {
    let wanted = true
    void loadRecord(client, kind, pathname).then((loaded) => {
      if (!wanted) return
      if (loaded === null) return leave()
      document.title = `${loaded.title} – ${siteName}`
      setRecord(loaded)
    })
    return () => {
      wanted = false
    }
  }, [client, kind, pathname, siteName, leave])

  // An address that names a picture opens it: the page's loader could not find it before (components/record/record-loader.ts).
  useEffect(() => {
    if (record) dispatchEvent(new Event('hashchange'))
  }, [record])

  if (!record) return <Loading />
  return (
    <RecordCard record={record} level={1}>
      <Fresh />
    </RecordCard>
  )
}
