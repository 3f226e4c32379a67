import type { Client } from '#client/client.ts'
import type { DeskCallName } from '#contract/endpoints.ts'
import type { Item } from '#contract/item.ts'
import { IMAGE_WIDTHS } from '#contract/scan.ts'
import type { DeskRecord } from '#contract/record.ts'
import type { RecordPage } from '../records/record-pages.tsx'
import type { DraftPictures } from '../widgets/draft-pictures.ts'

/** What the desk draws of a record: as visitors will see it, or its fields where it has no page. */
export type RecordView =
  | { of: 'item'; item: Item }
  | { of: 'page'; page: RecordPage; image: { id: number; version: string } | null }
  /** A gravestone, portrait or family tie, with the people that it is about. */
  | { of: 'part'; people: readonly RecordPage[]; image: { id: number; version: string } | null }
  | { of: 'fields' }

/** Widths of the first picture of a record, and of the others. */
export const WIDTHS = { first: IMAGE_WIDTHS[2], other: IMAGE_WIDTHS[1], full: IMAGE_WIDTHS[3] } as const

type DeskClient = Client<DeskCallName>
const loadPages = () => import('../records/record-pages.tsx')

/** Staff hear and watch what is not public yet, in the player that visitors will have. */
const withKeys = (client: DeskClient, { state }: DeskRecord, { item_files }: Item) =>
  Promise.all(
    item_files.map(async (file) => {
      if (state === 'published' || file.pages !== null) return file
      const { key } = await client.call('fileKey', { path: { id: file.id } })
      return { ...file, version: `${file.version}~${key}` }
    }),
  )

export async function loadView(client: DeskClient, pictures: DraftPictures, record: DeskRecord): Promise<RecordView> {
  const id = Number(record.key)
  switch (record.kind) {
    case 'items': {
      const item = await client.call('item', { path: { id } })
      const first = item.item_scans[0]
      if (first) pictures.load({ call: 'scanImage', id: first.id, version: first.version, width: WIDTHS.first })
      return { of: 'item', item: { ...item, item_files: await withKeys(client, record, item) } }
    }
    case 'people': {
      const { RECORD_PAGES } = await loadPages()
      const [page, { image }] = await Promise.all([
        RECORD_PAGES.person(client, id),
        client.call('person', { path: { id } }),
      ])
      return { of: 'page', page, image: image ? { id, version: image.version } : null }
    }
    case 'locations':
      return { of: 'page', page: await (await loadPages()).RECORD_PAGES.zone(client, id), image: null }
    case 'organizations':
      return { of: 'page', page: await (await loadPages()).RECORD_PAGES.organization(client, id), image: null }
    case 'graves':
    case 'person_images':
    case 'relationships': {
      const { RECORD_PAGES } = await loadPages()
      const { person, person1, person2 } = record.fields
      const ids = [person, person1, person2].filter((each): each is number => typeof each === 'number')
      const people = await Promise.all(ids.map((each) => RECORD_PAGES.person(client, each)))
      const image =
        record.kind === 'person_images' ? (await client.call('person', { path: { id: ids[0]! } })).image : null
      return { of: 'part', people, image: image ? { id: ids[0]!, version: image.version } : null }
    }
    default:
      return { of: 'fields' }
  }
}
