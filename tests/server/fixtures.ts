import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { Insertable } from 'kysely'
import sharp from 'sharp'
import { society } from '#society'
import { readSecretKey } from '#server/accounts/secret-key.ts'
import { createTokens } from '#server/accounts/tokens.ts'
import { createApp } from '#server/app.ts'
import type { AppParts } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
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
import { originalKey } from '#server/scans/originals.ts'
import { refreshItemSearch } from '#server/database/item-search.ts'
import { itemSpan } from '#rules/partial-dates.ts'
import { openFreshDatabase } from './fresh-database.ts'
import { SMALL_TOWN } from './small-town.ts'

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

/** A plain JPEG of the right size for every original that the records name. */
async function keepPictures(media: MediaStore, originals: Row<'original'>[]): Promise<void> {
  for (const { sha256, width, height } of originals) {
    const picture = await sharp({ create: { width, height, channels: 3, background: '#8899aa' } })
      .jpeg()
      .toBuffer()
    await media.put(originalKey(sha256, 'jpeg'), picture)
  }
}

/** The accounts that every test archive has, by their role; the society is organization 1. No password is set: see `signIn`. */
export const TEST_ACCOUNTS = {
  volunteer: { id: 1, role: 'volunteer', organization_id: null },
  otherVolunteer: { id: 2, role: 'volunteer', organization_id: null },
  society: { id: 3, role: 'volunteer', organization_id: society.organizationId },
  staff: { id: 4, role: 'staff', organization_id: society.organizationId },
  administrator: { id: 5, role: 'administrator', organization_id: society.organizationId },
} as const
export type TestAccount = keyof typeof TEST_ACCOUNTS

async function addAccounts(db: ArchiveDatabase): Promise<void> {
  const now = '2026-01-01T00:00:00.000Z'
  const society1 = await db.selectFrom('organization').select('id').where('id', '=', society.organizationId).execute()
  for (const [name, account] of Object.entries(TEST_ACCOUNTS)) {
    await db
      .insertInto('account')
      .values({
        ...account,
        organization_id: society1.length > 0 ? account.organization_id : null,
        email: `${name.toLowerCase()}@example.org`,
        name,
        created_at: now,
        activated_at: now,
      })
      .execute()
  }
}

/** A call by injection as a client makes it: JSON, or a form. */
export interface Sent {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT'
  body?: unknown
  headers?: Record<string, string>
  /** Who calls; nobody where nobody is named. */
  as?: TestAccount
}
export interface Answered {
  status: number
  json: never
  headers: Record<string, unknown>
  body: Buffer
}

export interface TestArchive {
  /** Headers of a caller who is logged in. */
  signIn(account: TestAccount): Promise<Record<string, string>>
  /** Any call, with a JSON body where there is one. */
  send(url: string, sent?: Sent): Promise<Answered>
  db: ArchiveDatabase
  app: FastifyInstance
  media: MediaStore
  /** A temporary folder of this archive alone. */
  folder: string
  /** GET; `json` is the parsed body. */
  get(url: string, headers?: Record<string, string>): Promise<Answered>
  close(): Promise<void>
}

interface TestOptions extends Partial<AppParts> {
  /** Variables besides DATA_DIR. */
  environment?: Record<string, string>
}

/** A fresh migrated archive in a temporary folder with these records (SMALL_TOWN where none are given), and its API, not listening. */
export async function openTestArchive(
  records: TestRecords = SMALL_TOWN,
  { environment, ...parts }: TestOptions = {},
): Promise<TestArchive> {
  const folder = mkdtempSync(join(tmpdir(), 'lotline-test-'))
  const config = readConfig({ ...environment, DATA_DIR: folder })
  const db = await openFreshDatabase(config.databaseFile)
  await addRecords(db, records)
  await addAccounts(db)
  const tokens = createTokens(readSecretKey(config))
  const signIn = async (account: TestAccount) => ({
    authorization: `JWT ${await tokens.sign('access', { account: TEST_ACCOUNTS[account].id, epoch: 1 })}`,
  })
  const media = createFolderStore(config.mediaDir)
  await keepPictures(media, records.original ?? [])
  const app = await createApp(config, { db, media, ...parts })
  const answered = (response: LightMyRequestResponse): Answered => {
    const json = () => {
      try {
        return response.json() as never
      } catch {
        return undefined as never
      }
    }
    return { status: response.statusCode, json: json(), headers: response.headers, body: response.rawPayload }
  }
  return {
    db,
    app,
    media,
    folder,
    signIn,
    async send(url, { method = 'GET', body, headers = {}, as } = {}) {
      const all = { ...(as && (await signIn(as))), ...headers }
      return answered(
        await app.inject({ method, url, headers: all, ...(body !== undefined && { payload: body as object }) }),
      )
    },
    async get(url, headers = {}) {
      return answered(await app.inject({ method: 'GET', url, headers }))
    },
    async close() {
      await app.close()
      await db.destroy()
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}
