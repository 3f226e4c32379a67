import { hash } from 'node:crypto'
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
const MOST_BYTES = { answer: 2 ** 20, picture: 2 ** 20 }
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

async function download(url: string, most: number, headers: Record<string, string> = {}): Promise<Buffer> {
  const signal = AbortSignal.timeout(TIME_LIMIT)
  const chunks: Uint8Array[] = []
  let answer
  try {
    answer = await fetch(url, { headers, signal, redirect: 'error' })
    let bytes = 0
    for await (const chunk of answer.body ?? []) {
      chunks.push(chunk)
      if ((bytes += chunk.length) > most) throw new Error('Too large')
    }
  } catch {
    throw new Error(HUB.away)
  }
  if (answer.status === 404) throw new Error(HUB.unknown)
  if (answer.status === 401 || answer.status === 403) throw new Error(HUB.refused)
  if (!answer.ok) throw new Error(HUB.away)
  return Buffer.concat(chunks)
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
    const answer = await download(`${hub}/api/v2/projects/${id}/`, MOST_BYTES.answer, { 'x-api-key': key })
    const { success, output } = v.safeParse(hubProject, answer.toString())
    if (!success) throw new Error(HUB.odd)
    const labels = [...output.notice, ...output.tk_labels, ...output.bc_labels].map(async (label) => {
      const isKnown = [hub, ...PICTURE_HOSTS].some((host) => label.img_url.startsWith(`${host}/`))
      const png = isKnown ? await pictureOf(await download(label.img_url, MOST_BYTES.picture)) : undefined
      if (!png) throw new Error(HUB.picture(label.name))
      return {
        ...{ name: label.name, text: label.label_text || label.default_text, language: label.language_tag },
        community: label.community,
        ...{ version: hash('sha256', png).slice(0, 16), png: png.toString('base64') },
        translations: label.translations.map((each) => ({
          ...{ name: each.translated_name || label.name, text: each.translated_text, language: each.language_tag },
        })),
      }
    })
    return { id, title: output.title, fetched_at: new Date().toISOString(), labels: await Promise.all(labels) }
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
