import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, posix, relative, sep } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { withSettings } from '#rules/settings/society-settings.ts'
import { sealBag, type BagTexts } from '#release/copy/bag.ts'
import { openFolderWriter, sha256OfFile, type FolderWriter, type WriteReport } from '#release/copy/folder-writer.ts'
import { exportRecords } from '#server/bundle/export-bundle.ts'
import type { ArchiveDatabase } from '#server/database/open.ts'
import { inParallel } from '#server/limits/concurrency.ts'
import { readStoredSettings } from '#server/repositories/settings.ts'
import type { MediaStore } from '#server/storage/media-store.ts'

interface BagOptions {
  folder: string
  db: ArchiveDatabase
  media: MediaStore
  /** Of the living archive. */
  address: string
  now: Date
  /** Adds what only staff may see. */
  isPrivate: boolean
  /** Writes the copy of the site. */
  writeSite: (folder: FolderWriter) => Promise<{ missing: string[] }>
  onProgress?: (done: number, total: number) => void
}
export interface BagReport extends WriteReport {
  /** Files that are missing or have changed in the media store. */
  problems: string[]
}

const PRIVATE =
  'THIS COPY IS NOT FOR THE PUBLIC. It also holds drafts and other records that only the staff of the society may see. Keep it in a safe, and give it to nobody.'

const textsOf = (
  { address, now, isPrivate }: BagOptions,
  { siteName, name, town, email, licence }: ReturnType<typeof withSettings>['society'],
  { items, problems }: { items: number; problems: readonly string[] },
): BagTexts => ({
  ...{ archive: siteName, society: name, town, email, licence: licence.name, licenceUrl: licence.url, address },
  ...{ version: packageJson.version, items: String(items) },
  day: now.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' }),
  date: now.toISOString().slice(0, 10),
  private: isPrivate ? PRIVATE : '',
  scope: isPrivate ? ', with what only its staff may see' : '',
  missing: problems.length > 0 ? `MISSING OR DAMAGED: ${problems.join(', ')}` : '',
})

/** Brings a bag up to date: the copy of the site, originals and records, and what describes them. */
export async function writeBag(options: BagOptions): Promise<BagReport> {
  const { folder, db, media, now, isPrivate } = options
  const writer = await openFolderWriter(folder, { now, holds: isPrivate ? 'private bag' : 'bag' })
  const { missing } = await options.writeSite(writer.below('data/site'))
  const records = await mkdtemp(join(tmpdir(), 'lotline-records-'))
  try {
    const { files, lists } = await exportRecords({ folder: records, db, forBag: isPrivate ? 'all' : 'published' })
    const written = await readdir(records, { recursive: true, withFileTypes: true })
    for (const { parentPath, name } of written.filter((entry) => entry.isFile())) {
      const file = join(parentPath, name)
      const path = `data/records/${relative(records, file).replaceAll(sep, '/')}`
      const content = () => Promise.resolve(createReadStream(file))
      await writer.write(path, content, { version: await sha256OfFile(file) })
    }
    const problems = missing.map((path) => `data/site/${path}`)
    let done = 0
    await inParallel(files, 4, async ([name, key]) => {
      const path = posix.join('data/records', name)
      await writer.write(path, () => media.stream(key), { version: key })
      const found = writer.files.get(path)
      if (!found || !basename(key).startsWith(found.sha256)) problems.push(path)
      options.onProgress?.((done += 1), files.size)
    })
    problems.sort()
    const items = lists.find(({ list }) => list === 'items')!.rows
    const { society } = withSettings(await readStoredSettings(db))
    const report = await sealBag(writer, textsOf(options, society, { items, problems }))
    return { ...report, problems }
  } finally {
    await rm(records, { recursive: true, force: true })
  }
}
