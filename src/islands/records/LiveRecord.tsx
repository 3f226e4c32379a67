import { useEffect, useState, type ReactNode } from 'react'
import { createClient, type Client } from '#client/client.ts'
import { ItemRecord } from '#components/record/ItemRecord.tsx'
import { Loading } from '#components/record/Loading.tsx'
import { OrganizationRecord } from '#components/record/OrganizationRecord.tsx'
import { PersonRecord } from '#components/record/PersonRecord.tsx'
import { ZoneRecord } from '#components/record/ZoneRecord.tsx'
import '#islands/behaviours/items.ts'
import '#islands/behaviours/parts.ts'
import { recordIdFromPath } from '#rules/addresses/page-addresses.ts'
import { loadItem } from './load-item.ts'
import { loadOrganization } from './load-organization.ts'
import { loadPerson } from './load-person.ts'
import { loadZone } from './load-zone.ts'

interface Shown {
  title: string
  record: ReactNode
}

const NOTE = <p className="fresh">This record is new. It gets its own page with the next update of the archive.</p>

/** Each kind of page that has a live shell, by the first part of its address (spec §2). */
const KINDS = {
  async itemview(client, id) {
    const item = await loadItem(client, id, { isBuilt: false })
    return { title: item.heading, record: <ItemRecord item={item} site={location.origin} children={NOTE} /> }
  },
  async 'person-overview'(client, id) {
    const person = await loadPerson(client, id)
    return { title: person.name, record: <PersonRecord person={person} api={client.base} children={NOTE} /> }
  },
  async 'org-overview'(client, id) {
    const organization = await loadOrganization(client, id)
    const record = <OrganizationRecord organization={organization} api={client.base} children={NOTE} />
    return { title: organization.name, record }
  },
  async 'zone-overview'(client, id) {
    const zone = await loadZone(client, id)
    return { title: zone.name, record: <ZoneRecord zone={zone} api={client.base} children={NOTE} /> }
  },
} satisfies Record<string, (client: Client, id: number) => Promise<Shown>>
export type LiveKind = keyof typeof KINDS

interface Props {
  kind: LiveKind
  apiBase: string
  siteName: string
}

/** Island: a record that was published after the last build, loaded from the API. What cannot be loaded leads to the map (spec §8). */
export default function LiveRecord({ kind, apiBase, siteName }: Props) {
  const [record, setRecord] = useState<ReactNode>()

  useEffect(() => {
    let isWanted = true
    const toMap = () => isWanted && location.replace('/')
    const show = ({ title, record }: Shown) => {
      if (!isWanted) return
      document.title = `${title} – ${siteName}`
      setRecord(record)
    }
    const id = recordIdFromPath(location.pathname)
    if (id === undefined) toMap()
    else KINDS[kind](createClient({ base: apiBase }), id).then(show, toMap)
    return () => {
      isWanted = false
    }
  }, [kind, apiBase, siteName])

  // An address that names a picture opens it: the page's loader could not find it before (layouts/record-loader.ts).
  useEffect(() => {
    if (record) dispatchEvent(new Event('hashchange'))
  }, [record])

  return record ?? <Loading />
}
