import { hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import sharp from 'sharp'
import * as v from 'valibot'
import type { ContextProject } from '#contract/context-project.ts'
import { HUB, projectIds } from '#contract/local-contexts.ts'
import { isAtLeast, type Caller } from '#rules/access/permissions.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import type { Db } from '../database/tables.ts'
import { inTransaction } from '../database/write.ts'
import { DomainError } from '../errors/domain-error.ts'
import { PROJECTS, readProjects } from '../repositories/local-contexts.ts'
import { readSetting, writeSetting } from '../repositories/settings.ts'
import { DECODE } from '../scans/inspect-picture.ts'
import { recordSettingsChange } from './write-settings.ts'

/** The row of the key for the Hub's API: read by nobody but this file. */
const KEY = 'local-contexts-key'
export const hasHubKey = async (db: Db): Promise<boolean> => Boolean(await readSetting(db, KEY))
const TIME_LIMIT = 20_000
/** Of an answer, or a picture. */
const MOST_BYTES = 2 ** 20
const PIXELS = { width: 160, height: 160, fit: 'inside', withoutEnlargement: true } as const
/** Besides the Hub itself: its pictures lie there. */
const PICTURE_HOSTS = ['https://storage.googleapis.com', 'https://localcontexts.org']

const text = v.fallback(v.pipe(v.string(), v.trim(), v.maxLength(10_000)), '')
const language = v.fallback(v.pipe(v.string(), v.regex(/^[a-z]{2,3}(?:-[a-z\d]{2,8}){0,3}$/i)), '')
const hubLabel = v.object({
  name: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(200)),
  ...{ label_text: text, default_text: text, community: text, language_tag: language },
  img_url: v.string(),
  translations: v.nullish(
    v.array(v.object({ translated_name: text, translated_text: text, language_tag: language })),
    [],
  ),
})
const hubLabels = v.nullish(v.pipe(v.array(hubLabel), v.maxLength(50)), [])
/** What we use of `/api/v2/projects/ID/` (github.com/localcontexts/localcontextshub, api/versioned/v2). A project has Notices, or else Labels. */
const hubProject = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ title: text, notice: hubLabels, bc_labels: hubLabels, tk_labels: hubLabels }),
)

async function* limited(chunks: AsyncIterable<Uint8Array>) {
  let bytes = 0
  for await (const chunk of chunks) {
    if ((bytes += chunk.length) > MOST_BYTES) throw new Error('Too large')
    yield chunk
  }
}

/** @throws {Error} with a sentence for staff */
async function download(url: string, headers: Record<string, string> = {}): Promise<Buffer> {
  const signal = AbortSignal.timeout(TIME_LIMIT)
  const answer = await fetch(url, { headers, signal, redirect: 'error' }).catch(() => undefined)
  const found = answer?.ok && answer.body && pipeline(answer.body, limited, buffer, { signal })
  const bytes = found && (await found.catch(() => undefined))
  if (bytes) return bytes
  await answer?.body?.cancel().catch(() => {})
  throw new Error({ 401: HUB.refused, 403: HUB.refused, 404: HUB.unknown }[answer?.status ?? 0] ?? HUB.away)
}

/** A small PNG. What is no PNG, JPEG or WebP is never decoded: an SVG could name files and hosts. */
async function pictureOf(bytes: Buffer): Promise<Buffer | undefined> {
  const isRaster = /^(?:\x89PNG|\xff\xd8\xff|RIFF....WEBP)/s.test(bytes.subarray(0, 12).toString('latin1'))
  if (!isRaster) return undefined
  const options = { ...DECODE, limitInputPixels: 4096 * 4096 }
  const png = sharp(bytes, options).resize(PIXELS).png({ compressionLevel: 9, palette: true })
  return png.toBuffer().catch(() => undefined)
}

/** Where projects are read, if a key is set; without one, projects stay links. */
export function createLocalContexts({
  db,
  hub = 'https://localcontextshub.org',
}: {
  db: ArchiveDatabase
  hub?: string | undefined
}) {
  async function fetchProject(id: string, key: string): Promise<ContextProject> {
    const answer = await download(`${hub}/api/v2/projects/${id}/`, { 'x-api-key': key })
    const { success, output } = v.safeParse(hubProject, answer.toString())
    if (!success) throw new Error(HUB.odd)
    const { notice, tk_labels, bc_labels, title } = output
    const labels = [...notice, ...tk_labels, ...bc_labels].map(async (found) => {
      const { img_url: picture, label_text, default_text, ...label } = found
      const isKnown = [hub, ...PICTURE_HOSTS].some((host) => picture.startsWith(`${host}/`))
      const png = isKnown ? await pictureOf(await download(picture)) : undefined
      if (!png) throw new Error(HUB.picture(label.name))
      const version = hash('sha256', png).slice(0, 16)
      return { ...label, text: label_text || default_text, version, png: png.toString('base64') }
    })
    return { id, title, fetched_at: new Date().toISOString(), labels: await Promise.all(labels) }
  }

  /** Stores the projects that can be fetched. @returns why others can't, a sentence each. */
  async function store(caller: Caller, ids: readonly string[], key: string): Promise<string[]> {
    const tried = await Promise.allSettled(ids.map((id) => fetchProject(id, key)))
    const fetched = tried.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    await inTransaction(db, async (trx) => {
      const others = (await readProjects(trx)).filter(({ id }) => !fetched.some((each) => each.id === id))
      if (fetched.length === 0) return
      await writeSetting(trx, PROJECTS, JSON.stringify([...others, ...fetched]))
      const after = fetched.map(({ title }) => title).join(', ')
      await recordSettingsChange(trx, { caller, changes: [{ field: 'localContexts', before: null, after }] })
    })
    return tried.flatMap((each, at) =>
      each.status === 'rejected' ? [`${ids[at]}: ${(each.reason as Error).message}`] : [],
    )
  }

  return {
    /** Before a record is written that names projects: afterwards neither builds nor visitors ask the Hub. @throws {DomainError} invalid. */
    async enter(caller: Caller, { local_contexts: lines }: { local_contexts?: unknown }): Promise<void> {
      const key = typeof lines === 'string' && isAtLeast(caller, 'staff') && (await readSetting(db, KEY))
      if (!key) return
      const known = new Set((await readProjects(db)).map(({ id }) => id))
      const failed = await store(
        caller,
        projectIds(lines).filter((id) => !known.has(id)),
        key,
      )
      if (failed.length > 0) throw new DomainError('invalid', { local_contexts: failed })
    },
    /** Fetches all projects that records name, again. What can't be fetched stays as it is; a key that is refused is not saved. @throws {DomainError} invalid. */
    async refresh(caller: Caller, given: string | undefined): Promise<void> {
      const key = given ?? (await readSetting(db, KEY))
      const failed = key ? await store(caller, await namedProjects(db), key) : []
      const isRefused = failed.some((why) => why.endsWith(HUB.refused))
      if (given !== undefined && !isRefused) await inTransaction(db, (trx) => writeSetting(trx, KEY, given))
      if (failed.length > 0) throw new DomainError('invalid', { key: failed })
    },
  }
}
export type LocalContexts = ReturnType<typeof createLocalContexts>

async function namedProjects(db: Db): Promise<string[]> {
  const linesIn = (table: 'item' | 'collection') =>
    db.selectFrom(table).select('local_contexts').distinct().where('local_contexts', 'like', '%https://%').execute()
  const rows = [...(await linesIn('item')), ...(await linesIn('collection'))]
  return [...new Set(rows.flatMap((row) => projectIds(row.local_contexts)))]
}
