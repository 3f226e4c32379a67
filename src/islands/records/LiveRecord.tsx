import { useEffect, useState, type ReactNode } from 'react'
import * as v from 'valibot'
import { createClientOf, type Client } from '#client/client.ts'
import { createClient } from '#client/read-client.ts'
import { loadErrorOf, type LoadError } from '#client/errors.ts'
import { ItemActions } from '#components/record/ItemActions.tsx'
import { ItemRecord } from '#components/record/ItemRecord.tsx'
import { Loading } from '#components/record/Loading.tsx'
import { Leaves, ReadingPage } from '#components/record/ReadingPage.tsx'
import { PersonRecord } from '#components/record/PersonRecord.tsx'
import { LOAD_FAILED } from '#contract/messages.ts'
import { person } from '#contract/person.ts'
import { storyCalls } from '#contract/endpoints/stories.ts'
import '#islands/behaviours/items.ts'
import '#islands/behaviours/parts.ts'
import { leafOfPath } from '#rules/addresses/leaf-addresses.ts'
import { recordIdFromPath } from '#rules/addresses/page-addresses.ts'
import { itemView } from '#views/item.ts'
import { personView } from '#views/person.ts'
import { itemTexts } from '#views/read-texts.ts'
import { leavesOf, readingPage } from '#views/reading-page.ts'
import '#styles/reading.css'
import { leadToMap } from '../widgets/lead-to-map.ts'
import { RECORD_PAGES, type RecordPage } from './record-pages.tsx'

interface Shown {
  title: string
  record: ReactNode
  /** Its own page: another one answers for a record that became part of it. */
  address?: string
}
interface Kind {
  load: (client: Client, id: number) => Promise<Shown>
  /** What is shown instead of a record that cannot be loaded (spec §8). */
  fail: (why: LoadError) => ReactNode
}

const NOTE = <p className="fresh meta">This record is new. It gets its own page with the next update of the archive.</p>

async function showPage(loading: Promise<RecordPage>): Promise<Shown> {
  const { draw, ...page } = await loading
  return { ...page, record: draw({ children: NOTE }) }
}

/** Each kind of page that has a live shell, by the first part of its address (spec §2). */
const KINDS = {
  itemview: {
    async load(client, id) {
      const [, number = Number(new URLSearchParams(location.search).get('page'))] = leafOfPath(location.pathname)
      const { base } = client
      const row = await client.call('item', { path: { id } })
      // Other servers have no texts.
      const isWritten = row.item_files.length > 0 || row.item_scans.some(({ has_text: has }) => has)
      const query = { items: [id] }
      const texts = isWritten
        ? await createClientOf(storyCalls, { base })
            .call('texts', { query })
            .catch(() => [])
        : []
      const page = readingPage(row, number, base, texts)
      if (page) return { title: `${page.heading}, ${page.byOne.text}`, record: <ReadingPage page={page} /> }
      const item = itemView(row, { pictures: base, texts: itemTexts(row, texts, base), isBuilt: false })
      const shown = { item, leaves: leavesOf(row, base), List: Leaves, Actions: ItemActions, children: NOTE }
      return { title: item.heading, record: <ItemRecord {...shown} site={location.origin} /> }
    },
    fail: (why) => backToMap(LOAD_FAILED[why]('item')),
  },
  'zone-overview': {
    load: (client, id) => showPage(RECORD_PAGES.zone(client, id)),
    fail: (why) => backToMap(LOAD_FAILED[why]('place')),
  },
  'person-overview': {
    load: (client, id) => showPage(RECORD_PAGES.person(client, id)),
    fail: (why) => (
      <>
        <FailedNote text={LOAD_FAILED[why]('person')} />
        <PersonRecord person={UNKNOWN_PERSON} api="" />
      </>
    ),
  },
  'org-overview': {
    load: (client, id) => showPage(RECORD_PAGES.organization(client, id)),
    // Spec §8 "Organization overview not returning 200: Nothing shown".
    fail: (why) => (
      <>
        <h1 className="visually-hidden">Organization</h1>
        <FailedNote text={LOAD_FAILED[why]('organization')} />
      </>
    ),
  },
} satisfies Record<string, Kind>

/** Spec §8 "Single item or location load failure: Redirect to /". The map says why. */
function backToMap(text: string): ReactNode {
  leadToMap({ text, isWarning: true })
  return <Loading />
}

/** Every part is empty and shows its text of spec §8. */
const UNKNOWN_PERSON = personView(
  {
    person: v.parse(person, { id: 1, first_name: 'Unknown', surname: 'person', image: null }),
    ...{ parents: [], siblings: [], spouses: [], children: [], parentageOf: () => [] },
    residencesOf: () => [],
    place: () => undefined,
    ...{ items: { items: [], count: 0, query: '' }, ownership: [], employment: [] },
    zonesOfLot: () => [],
    organization: () => undefined,
  },
  '',
)

const FailedNote = ({ text }: { text: string }) => (
  <p className="as-built" role="alert">
    {text}
  </p>
)

interface Props {
  kind: keyof typeof KINDS
  apiBase: string
  siteName: string
}

/** Island: a record that was published after the last build, loaded from the API. */
export default function LiveRecord({ kind, apiBase, siteName }: Props) {
  const [record, setRecord] = useState<ReactNode>()

  useEffect(() => {
    let isWanted = true
    const [id = recordIdFromPath(location.pathname)] = leafOfPath(location.pathname)
    const show = ({ title, record, address }: Shown) => {
      if (!isWanted) return
      if (address !== undefined && recordIdFromPath(address) !== id) return location.replace(address)
      document.title = `${title} – ${siteName}`
      setRecord(record)
    }
    const fail = (why: LoadError) => isWanted && setRecord(KINDS[kind].fail(why))
    if (id === undefined) fail('missing')
    else
      KINDS[kind].load(createClient({ base: apiBase }), id).then(show, (problem: unknown) => fail(loadErrorOf(problem)))
    return () => {
      isWanted = false
    }
  }, [kind, apiBase, siteName])

  // An address that names a picture opens it: the page's loader could not find it before (behaviours/record-loader.ts).
  useEffect(() => {
    if (record) dispatchEvent(new Event('hashchange'))
  }, [record])

  return record ?? <Loading />
}
