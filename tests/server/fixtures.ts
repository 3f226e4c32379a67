import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Insertable } from 'kysely'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/open.ts'
import type { ArchiveDatabase } from '#server/database/open.ts'
import {
  locationSearchText,
  organizationSearchText,
  personSearchText,
  subjectSearchText,
} from '#server/database/search-text.ts'
import type { Tables } from '#server/database/tables.ts'
import { createFolderStore } from '#server/media/folder-store.ts'
import type { MediaStore } from '#server/media/media-store.ts'
import { refreshItemSearch } from '#server/repositories/item-search.ts'
import { itemSpan } from '#rules/partial-dates.ts'

type Row<T extends keyof Tables> = Insertable<Tables[T]>

/** An item as a test writes it: links are ids, in the order of the list. */
export interface TestItem extends Partial<Omit<Row<'item'>, 'id'>> {
  id: number
  people?: number[]
  contributors?: number[]
  subjects?: number[]
  organizations?: number[]
}
/** Rows of any table; `items` with their links. Folded search columns and spans are made here. */
export type TestRecords = { [T in keyof Tables]?: Row<T>[] } & { items?: TestItem[] }

const folded: { [T in keyof Tables]?: (row: never) => object } = {
  location: (row: Row<'location'>) => ({
    search: locationSearchText({
      name: row.name ?? '',
      address: row.address ?? '',
      altnames: JSON.parse(row.altnames ?? '[]') as string[],
    }),
  }),
  person: (row: Row<'person'>) => ({
    search: personSearchText({
      first_name: row.first_name ?? '',
      middle_name: row.middle_name ?? '',
      surname: row.surname ?? '',
    }),
  }),
  organization: (row: Row<'organization'>) => ({
    search: organizationSearchText({ name: row.name ?? '', altname: JSON.parse(row.altname ?? '[]') as string[] }),
  }),
  subject: (row: Row<'subject'>) => ({ search: subjectSearchText(row) }),
}

/** Puts records into an archive, in one transaction, as an import would. */
export async function addRecords(db: ArchiveDatabase, { items = [], ...tables }: TestRecords): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const [table, rows] of Object.entries(tables) as [keyof Tables, object[]][]) {
      const fold = folded[table]
      for (const row of rows) {
        await trx
          .insertInto(table)
          .values({ ...row, ...fold?.(row as never) } as never)
          .execute()
      }
    }
    for (const { people, contributors, subjects, organizations, ...item } of items) {
      const span = itemSpan(item.date_start ?? null, item.date_end ?? null)
      await trx
        .insertInto('item')
        .values({
          type: 'photograph',
          visibility: 'published',
          created_at: '2026-01-01T00:00:00Z',
          updated_at: '2026-01-01T00:00:00Z',
          span_start: span?.start ?? null,
          span_end: span?.end ?? null,
          ...item,
        })
        .execute()
      const link = async (
        table: 'item_person' | 'item_contributor' | 'item_subject' | 'item_organization',
        column: string,
        ids: number[] = [],
      ) => {
        for (const [position, id] of ids.entries()) {
          await trx
            .insertInto(table)
            .values({ item_id: item.id, [column]: id, position } as never)
            .execute()
        }
      }
      await link('item_person', 'person_id', people)
      await link('item_contributor', 'person_id', contributors)
      await link('item_subject', 'subject_id', subjects)
      await link('item_organization', 'organization_id', organizations)
    }
    await refreshItemSearch(trx)
  })
}

export interface TestArchive {
  db: ArchiveDatabase
  app: FastifyInstance
  media: MediaStore
  /** A temporary folder of this archive alone. */
  folder: string
  /** GET; `json` is the parsed body. */
  get(
    url: string,
    headers?: Record<string, string>,
  ): Promise<{ status: number; json: never; headers: Record<string, unknown>; body: Buffer }>
  close(): Promise<void>
}

/** A fresh migrated archive in a temporary folder with these records (SMALL_TOWN where none are given), and its API, not listening. */
export async function openTestArchive(records: TestRecords = SMALL_TOWN): Promise<TestArchive> {
  const folder = mkdtempSync(join(tmpdir(), 'lotline-test-'))
  const config = readConfig({ DATA_DIR: folder })
  const db = await openDatabase(config.databaseFile)
  await addRecords(db, records)
  const media = createFolderStore(config.mediaDir)
  const app = await createApp(config, { db, media })
  return {
    db,
    app,
    media,
    folder,
    async get(url, headers = {}) {
      const response = await app.inject({ method: 'GET', url, headers })
      const json = () => {
        try {
          return response.json() as never
        } catch {
          return undefined as never
        }
      }
      return { status: response.statusCode, json: json(), headers: response.headers, body: response.rawPayload }
    },
    async close() {
      await app.close()
      await db.destroy()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const square = (x: number, y: number) =>
  JSON.stringify({
    type: 'Polygon',
    coordinates: [
      [
        [x, y],
        [x + 0.001, y],
        [x + 0.001, y + 0.001],
        [x, y + 0.001],
        [x, y],
      ],
    ],
  })

/** A town of a few records, with one of everything that the API can be asked for. Ids above 900 belong to drafts alone. */
export const SMALL_TOWN: TestRecords = {
  location: [
    {
      id: 1,
      name: '12 Mill Street',
      address: '12 Mill Street',
      altnames: '["The Old Mill","Moulin d’Été"]',
      geometry: square(-81.7, 43.5),
    },
    { id: 2, name: 'Harbour', address: '', geometry: square(-81.71, 43.5) },
    { id: 12, name: 'Station', address: '4 Rail Road', geometry: null },
  ],
  lot: [
    { lot_num: '12-A', location_id: 1 },
    { lot_num: '7', location_id: 2 },
    { lot_num: '8', location_id: null },
  ],
  person: [
    {
      id: 1,
      first_name: 'Agnes',
      surname: 'Łukasiewicz',
      date_of_birth: 18500000,
      date_of_death: 19101203,
      sex: 'female',
    },
    { id: 2, first_name: 'José', middle_name: 'María', surname: 'Peña', sex: 'male', biography: 'Kept the <mill>.' },
    { id: 3, first_name: 'Ruth', surname: 'Peña', date_of_birth: 18800510, date_of_birth_text: '10 May 1880' },
    { id: 901, first_name: 'Draftonly', surname: 'Nobody' },
  ],
  person_spouse: [{ person_id: 1, spouse_id: 2, position: 0 }],
  relationship: [
    { id: 1, person1_id: 1, person2_id: 3, relationship_type: 'parent' },
    { id: 2, person1_id: 2, person2_id: 3, relationship_type: 'parent', description: 'adopted' },
  ],
  grave: [{ id: 1, person_id: 1, entry: 'Row 3, stone 4' }],
  ownership: [
    { id: 1, lot_num: '12-A', person_id: 1, date: 18700000, source: 'Deed' },
    { id: 2, lot_num: '7', person_id: 2, date: null, date_text: 'before the war' },
  ],
  organization: [
    { id: 1, name: 'Historical Society', altname: '["The Society"]', date_opened: 19800000 },
    { id: 2, name: 'Mill Company', date_opened: 18560000, date_closed: 19020000 },
  ],
  organization_location: [{ id: 1, organization_id: 2, location_id: 1, date_start: 18560000, date_end: 19020000 }],
  employment: [{ id: 1, person_id: 2, organization_id: 2, date_start: 18700000 }],
  heritage: [{ id: 1, location_id: 1, architectural_style: 'Georgian' }],
  location_description: [{ id: 1, location_id: 1, description: 'A mill of stone.' }],
  plaque: [{ id: 1, location_id: 1, name: 'The mill', text: 'Here stood the mill.' }],
  subject: [
    { id: 1, subject_name: 'Mills' },
    { id: 2, subject_name: 'Trains', subject_parent: null },
    { id: 3, subject_name: 'Steam trains', subject_parent: 2 },
  ],
  collection: [
    { id: 1, collection_name: 'Town papers', hierarchy: 'fond' },
    { id: 2, collection_name: 'Photographs', hierarchy: 'series', parent_collection: 1 },
    { id: 3, collection_name: 'Trains', hierarchy: 'file', parent_collection: 2 },
  ],
  original: [{ sha256: 'a'.repeat(64), format: 'jpeg', bytes: 10, width: 1200, height: 800 }],
  person_image: [{ id: 1, person_id: 1, sha256: 'a'.repeat(64), version: 'portrait1' }],
  items: [
    {
      id: 1,
      title: 'The mill in winter',
      general_description: 'Snow & <b>ice</b>',
      date_start: 18900000,
      location_id: 1,
      collection_id: 2,
      people: [2, 1],
      subjects: [1],
      organizations: [2],
      creator_id: 3,
      contributors: [1],
      archival_identifier: 'P-001',
      published_at: '2026-01-02T00:00:00Z',
    },
    {
      id: 2,
      title: 'Train at the station',
      general_description: 'Été 1901',
      type: 'postcard',
      date_start: 19010300,
      date_end: 19040000,
      location_id: 12,
      collection_id: 3,
      people: [3],
      subjects: [2, 3],
    },
    {
      id: 3,
      title: 'A talk',
      general_description: 'Undated talk',
      type: 'video',
      external_record_url: 'https://video.example/1',
    },
    {
      id: 901,
      title: 'Secret draft mill',
      visibility: 'draft',
      date_start: 18900000,
      location_id: 1,
      collection_id: 2,
      people: [1, 901],
      subjects: [1],
      organizations: [2],
      archival_identifier: 'SECRET-901',
    },
  ],
  scan: [
    { id: 1, item_id: 1, sha256: 'a'.repeat(64), scan_order: 2, version: 'v2' },
    { id: 2, item_id: 1, sha256: 'a'.repeat(64), scan_order: 1, version: 'v1' },
    { id: 901, item_id: 901, sha256: 'a'.repeat(64), scan_order: 1, version: 'secret' },
  ],
}
