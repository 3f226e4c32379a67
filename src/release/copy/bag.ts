import { readFile } from 'node:fs/promises'
import { basename } from 'node:path/posix'
import { escapeMarkup } from '../files/xml.ts'
import type { CopiedFile } from './copy-list.ts'
import type { OpenFolder, WriteReport } from './folder-writer.ts'

/** What a bag says of itself. `address` is that of the living archive, `version` that of Lotline. */
export interface BagFacts extends Record<
  'archive' | 'society' | 'town' | 'email' | 'address' | 'licence' | 'licenceUrl' | 'version',
  string
> {
  now: Date
  items: number
  /** It holds what only staff may see. */
  isPrivate: boolean
  /** Files that are missing or damaged in the media store. */
  missing: readonly string[]
}

const PRIVATE =
  'THIS COPY IS NOT FOR THE PUBLIC. It also holds drafts and other records that only the staff of the society may see. Keep it in a safe, and give it to nobody.'
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** Makes a bag (BagIt 1.0, RFC 8493) of a folder whose `data/site`, `data/originals` and `data/records` are written, and ends it. */
export async function sealBag(folder: OpenFolder, facts: BagFacts): Promise<WriteReport> {
  const payload = () => [...folder.files].filter(([path]) => path.startsWith('data/'))
  const { now, items, isPrivate, missing, ...texts } = facts
  const values: Record<string, string> = {
    ...texts,
    items: String(items),
    date: now.toISOString().slice(0, 10),
    day: now.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' }),
    private: isPrivate ? PRIVATE : '',
    scope: isPrivate ? ', with what only its staff may see' : '',
    missing: missing.length > 0 ? `MISSING OR DAMAGED: ${missing.join(', ')}` : '',
  }
  const write = async (path: string, escape: (text: string) => string = String) => {
    const template = await readFile(new URL(`bag-files/${basename(path)}`, import.meta.url), 'utf8')
    await folder.write(
      path,
      template.replaceAll(/\{(\w+)\}/g, (_, name: string) => escape(values[name]!)),
    )
  }
  await write('data/ro-crate-metadata.json', (text) => JSON.stringify(text).slice(1, -1))
  values['oxum'] = `${payload().reduce((sum, [, { size }]) => sum + size, 0)}.${payload().length}`
  await write('README.txt')
  await write('OPEN.html', escapeMarkup)
  await write('bagit.txt')
  await write('bag-info.txt', oneLine)
  await folder.write('manifest-sha256.txt', manifest(payload()))
  const tags = [...folder.files].filter(([path]) => !path.startsWith('data/'))
  await folder.write('tagmanifest-sha256.txt', manifest(tags))
  return folder.finish()
}

/** As `sha256sum -c` reads it. */
const manifest = (files: readonly [path: string, file: CopiedFile][]) =>
  files
    .map(([path, { sha256 }]) => `${sha256}  ${path}\n`)
    .sort()
    .join('')
