import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { endpoints } from '#contract/endpoints.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import { readSecretKey, createTokens } from '#server/accounts/tokens.ts'
import { createApp } from '#server/app.ts'
import { readConfig, type Config } from '#server/config.ts'
import { openDatabase } from '#server/database/open.ts'
import { openArchive } from '#server/identity/open-archive.ts'
import { moveArchive, type MoveOptions } from '#server/move/move-archive.ts'
import { originalKey } from '#server/storage/keys.ts'
import { openMediaStore } from '#server/storage/open-media-store.ts'
import { freshFolder, smallPicture } from '../bundle/fresh-archive.ts'
import { claimsOf } from '../claims.ts'
import { everything } from '../everything.ts'
import { TEST_ACCOUNTS, addRecords, fillSmallTown } from '../fixtures.ts'
import { SMALL_TOWN } from '../small-town.ts'
import { DRAFTS_OF_ALL, draftOf } from '../walk/draft-town.ts'
import { SAMPLE_CALLS } from '../walk/sample-calls.ts'

const NOW = '2026-11-21T12:00:00.000Z'
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

// Shared by every test file of a process, so it goes with the process.
let template: Promise<string> | undefined

/** An archive on SQLite with media in a folder, closed: drafts of everybody, accounts, a letter, a trash, ids that are gone. */
export async function townToMove(): Promise<Config> {
  const config = readConfig({ DATA_DIR: join(await freshFolder(), 'data') })
  cpSync(await (template ??= makeTemplate()), config.dataDir, { recursive: true })
  const sqlite = new DatabaseSync(config.databaseFile)
  sqlite.exec('update archive_state set archive = lower(hex(randomblob(6)))')
  sqlite.close()
  await (await openArchive(config)).destroy()
  return config
}

async function makeTemplate(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'lotline-town-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const config = readConfig({ DATA_DIR: folder })
  const db = await openDatabase(config.databaseFile)
  const media = openMediaStore(config)
  await fillSmallTown(db)
  await addRecords(db, DRAFTS_OF_ALL)
  for (const { sha256: name, format } of SMALL_TOWN.original ?? [])
    await media.put(originalKey(name, format), await smallPicture())
  await addRecords(db, {
    subject: [{ id: 7000, subject_name: 'Gone' }],
    mail: [
      {
        recipient: 'a@example.org',
        kind: 'reset',
        subject: 'Reset “it”',
        text: 'ü\n',
        html: '',
        created_at: NOW,
        next_attempt_at: NOW,
      },
    ],
    audit: [
      {
        at: NOW,
        account_id: 4,
        action: 'edited',
        kind: 'items',
        record_key: '1',
        fields: '[{"field":"title","before":"\\u0000","after":null}]',
      },
    ],
    upkeep: [{ what: 'backup', result: '{}' }],
    setting: [{ name: 'town', value: 'Port “Moved”' }],
  })
  await db.deleteFrom('subject').where('id', '=', 7000).execute()
  const [kept, emptied] = [Buffer.from('kept in the trash'), Buffer.from('emptied')]
  for (const bytes of [kept, emptied]) await media.put(originalKey(sha256(bytes), 'jpeg'), bytes)
  await media.put('derivatives/ab/abcdef/40.webp', Buffer.from('a size'))
  await media.moveToTrash(originalKey(sha256(kept), 'jpeg'), { why: 'A test.' })
  await media.trash.empty([(await media.moveToTrash(originalKey(sha256(emptied), 'jpeg'), { why: 'A test.' }))!])
  await db.destroy()
  return folder
}

/** The data folder of an archive with another database or other media. */
export const withPlaces = ({ dataDir }: Config, environment: Record<string, string>): Config =>
  readConfig({ DATA_DIR: dataDir, ...environment })

export const move = (from: Config, to: Config, options: Partial<MoveOptions> = {}) =>
  moveArchive({ from, to, moves: { database: true, media: true, trash: true }, ...options })

/** Every row of every table, and every file with its SHA-256. */
export async function contentOf(config: Config) {
  await using db = await openArchive(config)
  const media = openMediaStore(config)
  const files: [string, string | undefined][] = []
  for (const folder of ['originals', 'overlays', 'derivatives'])
    for await (const { key } of media.list(folder)) files.push([key, await media.sha256(key)])
  const trash = (await media.trash.list()).map(({ from: _, ...entry }) => entry)
  const { kysely_migration, kysely_migration_lock, rate_limit, ...rows } = await everything(db)
  return { rows, files: files.sort(), trash }
}

/** Answers that tell the time, or what the machine does. */
const OF_THE_MOMENT: EndpointName[] = ['health', 'archiveState', 'settingsForm']
const CALLERS = [undefined, 'volunteer', 'otherVolunteer', 'administrator'] as const
const RECORDS = [1, 2, 12, draftOf('volunteer'), draftOf('other')]

/** What the API answers to every GET for some records, to a visitor, authors and an administrator. */
export async function answersOf(config: Config): Promise<Record<string, unknown>> {
  const db = await openArchive(config)
  const app = await createApp(config, { db, media: openMediaStore(config) })
  const tokens = createTokens(readSecretKey(config))
  const answers: Record<string, unknown> = {}
  for (const caller of CALLERS) {
    const headers = caller && {
      authorization: `JWT ${await tokens.sign('access', await claimsOf(db, TEST_ACCOUNTS[caller].id))}`,
    }
    for (const [name, { method }] of Object.entries(endpoints) as [EndpointName, { method: string }][]) {
      if (method !== 'GET' || OF_THE_MOMENT.includes(name)) continue
      for (const id of RECORDS) {
        const { url } = SAMPLE_CALLS[name]({ id })
        const asked = `${caller ?? 'visitor'} ${url}`
        if (asked in answers) continue
        const { statusCode, rawPayload, headers: answered } = await app.inject({ url, ...(headers && { headers }) })
        const type = String(answered['content-type'])
        // The spaces of JSON are those of the database.
        const body = type.includes('json') ? (JSON.parse(rawPayload.toString()) as unknown) : sha256(rawPayload)
        answers[asked] = [statusCode, answered['etag'], type, body]
      }
    }
  }
  await app.close()
  await db.destroy()
  return answers
}
