import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { endpoints } from '#contract/endpoints.ts'
import type { Access } from '#rules/access/permissions.ts'
import { PERMISSIONS } from '#rules/access/permissions.ts'
import type { TestArchive } from '../fixtures.ts'
import { TEST_ACCOUNTS, addRecords, openTestArchive } from '../fixtures.ts'
import { withVersion } from '../walk/current-version.ts'
import { DRAFTS_OF_ALL, MARK } from '../walk/draft-town.ts'
import { SMALL_TOWN } from '../small-town.ts'
import type { Generated } from './requests.ts'
import { generatedRequest } from './requests.ts'
import type { TokenName } from './tokens.ts'
import { isBad, makeTokens } from './tokens.ts'

/** Requests per archive; a new one keeps the changes small and the rate limits out of the way. */
const PER_ARCHIVE = 500

/** Text that no response may contain: internals, and secrets of accounts. */
const NEVER = [/\bat .+\.[jt]s:\d+/, /node_modules/, /argon2id/, /SQLITE_|SqliteError/i]
const PRIVATE = ['othervolunteer@example.org', 'password_hash', 'epoch"']

export interface Outcome {
  sent: number
  /** Number of responses per status. */
  statuses: Record<number, number>
  problems: string[]
}

const describeRequest = ({ name, method, url, token, payload }: Generated) =>
  `${name} as ${token}: ${method} ${url.slice(0, 200)} ${JSON.stringify(String(payload ?? '')).slice(0, 400)}`

async function openTown(): Promise<TestArchive> {
  const town = await openTestArchive(SMALL_TOWN)
  await addRecords(town.db, DRAFTS_OF_ALL)
  return town
}

const reaches = (name: Generated['name'], token: TokenName): Access =>
  isBad(token)
    ? 'ignoresToken' in endpoints[name]
      ? PERMISSIONS[name].anonymous
      : 'none'
    : PERMISSIONS[name][token as keyof (typeof PERMISSIONS)[typeof name]]

/** The problems of a response. */
function judge(request: Generated, status: number, body: string, changed: boolean): string[] {
  const problems: string[] = []
  const sent = `${request.url}${String(request.payload ?? '')}`
  if (status >= 500) problems.push(`answered ${status}: ${body.slice(0, 200)}`)
  if (status >= 400 && changed) problems.push(`was refused with ${status} and changed the archive`)
  const reach = reaches(request.name, request.token)
  if (reach === 'none' && status < 400) problems.push(`answered ${status} to who may not make it`)
  for (const trace of NEVER) if (trace.test(body)) problems.push(`shows ${trace}: ${body.slice(0, 200)}`)
  if (reach !== 'all') {
    for (const word of [MARK.other, ...PRIVATE]) {
      if (body.includes(word) && !sent.includes(word)) problems.push(`discloses ${word}: ${body.slice(0, 300)}`)
    }
  }
  if (status >= 400 && status !== 404 && status < 500 && body !== '') {
    const parsed = ((): unknown => {
      try {
        return JSON.parse(body)
      } catch {
        return undefined
      }
    })()
    if (typeof parsed !== 'object' || parsed === null) problems.push(`answered ${status} with no JSON error`)
  }
  return problems
}

/** Calls that end sessions or change rights: the accounts are restored afterwards, so that later requests are still authenticated. */
const CHANGES_ACCOUNTS: Generated['name'][] = ['logOutEverywhere', 'changePassword', 'endSessions', 'editAccount']

async function putAccountsBack({ db }: TestArchive): Promise<void> {
  for (const { id, role, organization_id } of Object.values(TEST_ACCOUNTS)) {
    await db
      .updateTable('account')
      .set({ role, organization_id, epoch: 1, disabled_at: null })
      .where('id', '=', id)
      .execute()
  }
}

const DRAFTED = [
  'item',
  'person',
  'organization',
  'subject',
  'collection',
  'relationship',
  'grave',
  'person_image',
] as const

/** Staff may publish a draft; it is unpublished again, so that seeing it later is not reported as a leak. */
async function putDraftsBack({ db }: TestArchive): Promise<void> {
  for (const table of DRAFTED) {
    await db
      .updateTable(table)
      .set({ visibility: 'draft' })
      .where('id', '>=', 800)
      .where('author_id', 'is not', null)
      .execute()
  }
}

async function meet(town: TestArchive, requests: readonly Generated[], outcome: Outcome): Promise<void> {
  const tokens = await makeTokens(town)
  // A separate connection detects any commit (https://sqlite.org/pragma.html#pragma_data_version).
  // PostgreSQL counts for the whole server: there only the answers are judged.
  const watcher = town.db.isPostgres ? undefined : new DatabaseSync(town.db.file, { readOnly: true })
  const commits = () => watcher?.prepare('pragma data_version').get()?.['data_version']
  try {
    for (const [at, request] of requests.entries()) {
      const authorization = tokens[request.token]
      const before = commits()
      const response = await town.app.inject({
        method: request.method as 'GET',
        url: request.url,
        headers: {
          ...(await withVersion(town, request.url, request.headers)),
          ...(authorization !== undefined && { authorization }),
        },
        remoteAddress: `10.${at % 250}.${(at >> 8) % 250}.7`,
        ...(request.payload !== undefined && { payload: request.payload }),
      })
      outcome.sent += 1
      outcome.statuses[response.statusCode] = (outcome.statuses[response.statusCode] ?? 0) + 1
      for (const problem of judge(request, response.statusCode, response.body, commits() !== before)) {
        outcome.problems.push(`${describeRequest(request)}\n    ${problem}`)
      }
      if (response.statusCode >= 300) continue
      if (CHANGES_ACCOUNTS.includes(request.name)) await putAccountsBack(town)
      if (request.name === 'publish') await putDraftsBack(town)
    }
  } finally {
    watcher?.close()
  }
}

/**
 * Sends so many generated requests over every call of the table, by injection, and judges every answer: no 5xx, nothing disclosed, no
 * refused request that changed anything, no trace of the program.
 * @param seed the same seed generates the same requests.
 */
export async function sendGenerated(count: number, seed: number): Promise<Outcome> {
  const outcome: Outcome = { sent: 0, statuses: {}, problems: [] }
  for (let at = 0; at < count; at += PER_ARCHIVE) {
    const requests = fc.sample(generatedRequest, { numRuns: Math.min(PER_ARCHIVE, count - at), seed: seed + at })
    const town = await openTown()
    try {
      await meet(town, requests, outcome)
    } finally {
      await town.close()
    }
  }
  return outcome
}
