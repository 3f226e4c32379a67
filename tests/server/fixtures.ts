import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { Insertable } from 'kysely'
import sharp from 'sharp'
import { society } from '#society'
import { readSecretKey, createTokens } from '#server/accounts/tokens.ts'
import { createApp } from '#server/app.ts'
import type { AppParts } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import type { ArchiveDatabase } from '#server/database/open.ts'
import { inTransaction } from '#server/database/write.ts'
import type { Tables } from '#server/database/tables.ts'
import { openMediaStore } from '#server/storage/open-media-store.ts'
import type { MediaStore } from '#server/storage/media-store.ts'
import { createReadPool } from '#server/reads/read-pool.ts'
import { originalKey } from '#server/storage/keys.ts'
import { refreshItemSearch } from '#server/database/item-search.ts'
import { itemSpan } from '#rules/dates/partial-dates.ts'
import { dropPostgres, onPostgres } from '../postgres/databases.ts'
import { claimsOf } from './claims.ts'
import { openFreshDatabase } from './fresh-database.ts'
import { FOLDED } from './folded.ts'
import { SMALL_TOWN } from './small-town.ts'

type Row<T extends keyof Tables> = Insertable<Tables[T]>

/** An item in a test: links are ids, in order. */
export interface TestItem extends Partial<Omit<Row<'item'>, 'id'>> {
  id: number
  people?: number[]
  contributors?: number[]
  subjects?: number[]
  organizations?: number[]
}
/** Rows of any table; `items` with their links. Derived columns are filled in. */
export type TestRecords = { [T in keyof Tables]?: Row<T>[] } & { items?: TestItem[] }

/** Adds records in one transaction, like an import. */
export async function addRecords(db: ArchiveDatabase, { items = [], ...tables }: TestRecords): Promise<void> {
  await inTransaction(db, async (trx) => {
    for (const [table, rows] of Object.entries(tables) as [keyof Tables, object[]][]) {
      const fold = FOLDED[table]
      for (const row of rows) {
        await trx
          .insertInto(table)
          .values({ ...row, ...fold?.(row as never) } as never)
          .execute()
      }
    }
    for (const { people, contributors, subjects, organizations, ...item } of items) {
      const span = itemSpan({ date_start: null, date_end: null, ...item })
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

/** Plain JPEGs by their size. */
const plainPictures = new Map<string, Promise<Buffer>>()
function plainPicture(width: number, height: number): Promise<Buffer> {
  const size = `${width}x${height}`
  const known = plainPictures.get(size)
  if (known) return known
  const made = sharp({ create: { width, height, channels: 3, background: '#8899aa' } })
    .jpeg()
    .toBuffer()
  plainPictures.set(size, made)
  return made
}

/** The first frame of an MP3, silent: MPEG-1 layer III, 128 kbit/s, 44.1 kHz. */
const MP3 = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x64]), Buffer.alloc(413)])

/** A plain JPEG for every original that the records refer to, or an MP3. */
async function keepPictures(media: MediaStore, originals: Row<'original'>[]): Promise<void> {
  for (const { sha256, format, width, height } of originals)
    await media.put(originalKey(sha256, format), format === 'mp3' ? MP3 : await plainPicture(width, height))
}

/** The accounts of every test archive, by role; the society is organization 1. They have no passwords: see `signIn`. */
export const TEST_ACCOUNTS = {
  volunteer: { id: 1, role: 'volunteer', organization_id: null },
  otherVolunteer: { id: 2, role: 'volunteer', organization_id: null },
  society: { id: 3, role: 'volunteer', organization_id: society.organizationId },
  staff: { id: 4, role: 'staff', organization_id: society.organizationId },
  administrator: { id: 5, role: 'administrator', organization_id: society.organizationId },
} as const
export type TestAccount = keyof typeof TEST_ACCOUNTS

export async function addAccounts(db: ArchiveDatabase): Promise<void> {
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

export async function fillSmallTown(db: ArchiveDatabase): Promise<void> {
  await addRecords(db, SMALL_TOWN)
  await addAccounts(db)
}

/** An injected call, with JSON or a form. */
export interface Sent {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT'
  body?: unknown
  headers?: Record<string, string>
  /** The caller; default: anonymous. */
  as?: TestAccount
}
export interface Answered {
  status: number
  json: never
  headers: Record<string, unknown>
  body: Buffer
}

export interface TestArchive {
  /** Headers of a logged-in caller. */
  signIn(account: TestAccount): Promise<Record<string, string>>
  /** Any call, with an optional JSON body. */
  send(url: string, sent?: Sent): Promise<Answered>
  db: ArchiveDatabase
  app: FastifyInstance
  media: MediaStore
  /** A temporary folder for this archive. */
  folder: string
  /** GET; `json` is the parsed body. */
  get(url: string, headers?: Record<string, string>): Promise<Answered>
  /** Also removes its folder, unless it is to be opened again. */
  close(options?: { keepFolder?: boolean }): Promise<void>
}

interface TestOptions extends Partial<AppParts> {
  /** The folder of an existing archive. */
  existing?: string
  /** Environment variables besides DATA_DIR. */
  environment?: Record<string, string>
  /** Fills the database in place of the records of SMALL_TOWN; run once per process, then copied. */
  fill?: (db: ArchiveDatabase) => Promise<void>
  /** Read lists in worker threads, like a server. */
  readPool?: Parameters<typeof createReadPool>[1]
}

/** A migrated archive in a temporary folder with these records (default: SMALL_TOWN), and its API, not listening. */
export async function openTestArchive(
  records: TestRecords = SMALL_TOWN,
  { environment, existing, readPool, fill = fillSmallTown, ...parts }: TestOptions = {},
): Promise<TestArchive> {
  const folder = existing ?? mkdtempSync(join(tmpdir(), 'lotline-test-'))
  const config = readConfig({ ...environment, DATA_DIR: folder })
  const isSmallTown = records === SMALL_TOWN
  const db = await openFreshDatabase(config.databaseFile, {}, isSmallTown ? fill : undefined)
  if (existing === undefined && !isSmallTown) {
    await addRecords(db, records)
    await addAccounts(db)
  }
  const tokens = createTokens(readSecretKey(config))
  // As they are now: whose sessions a test ends is not let in again.
  const accounts = await db.selectFrom('account').select(['id', 'epoch']).execute()
  const epochs = new Map(accounts.map(({ id, epoch }) => [id, epoch]))
  const signIn = async (account: TestAccount) => ({
    authorization: `JWT ${await tokens.sign('access', await claimsOf(db, TEST_ACCOUNTS[account].id, epochs.get(TEST_ACCOUNTS[account].id)))}`,
  })
  const media = openMediaStore({ mediaDir: config.mediaDir, s3: config.s3 })
  if (existing === undefined) await keepPictures(media, records.original ?? [])
  const app = await createApp(config, {
    db,
    media,
    ...(readPool && !onPostgres && { reads: createReadPool(db.file, readPool) }),
    ...parts,
  })
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
    async close({ keepFolder = false } = {}) {
      await app.close()
      await db.destroy()
      if (!keepFolder) await dropPostgres(config.databaseFile)
      if (!keepFolder) rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}
