import { readFile } from 'node:fs/promises'
import { basename } from 'node:path/posix'
import { escapeMarkup } from '#rules/markup/xml.ts'
import type { CopiedFile } from './copy-list.ts'
import type { OpenFolder, WriteReport } from './folder-writer.ts'

/** The names in the texts of `bag-files/`: what a bag says of itself. */
export type BagTexts = Record<
  | ('archive' | 'society' | 'town' | 'email' | 'address' | 'licence' | 'licenceUrl' | 'version' | 'items')
  | ('day' | 'date' | 'private' | 'scope' | 'missing'),
  string
>

/** Makes a bag (BagIt 1.0, RFC 8493) of a folder whose `data/site`, `data/originals` and `data/records` are written, and ends it. */
export async function sealBag(folder: OpenFolder, texts: BagTexts): Promise<WriteReport> {
  const values: Record<string, string> = { ...texts }
  const write = async (path: string, escape: (text: string) => string = String) => {
    const template = await readFile(new URL(`bag-files/${basename(path)}`, import.meta.url), 'utf8')
    const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => escape(values[name]!))
    await folder.write(path, filled.replaceAll(/\n{4,}/g, '\n\n\n'))
  }
  const payload = () => [...folder.files].filter(([path]) => path.startsWith('data/'))
  await write('data/ro-crate-metadata.json', (text) => JSON.stringify(text).slice(1, -1))
  values['oxum'] = `${payload().reduce((sum, [, { size }]) => sum + size, 0)}.${payload().length}`
  await write('README.txt')
  await write('OPEN.html', escapeMarkup)
  await write('bagit.txt')
  await write('bag-info.txt', (text) => text.replaceAll(/\s+/g, ' ').trim())
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
