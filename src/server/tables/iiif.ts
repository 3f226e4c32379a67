import { readFile, stat } from 'node:fs/promises'
import { safeParse } from 'secure-json-parse'
import { createCells } from './flatten.ts'
import { MIDNIGHT } from './numbers.ts'
import { tableOfObjects } from './objects.ts'
import { type RawTable, UnreadableTable } from './table.ts'

const BEFORE = ['label', 'summary', 'description', 'rights', 'license', 'requiredStatement', 'attribution', 'provider']
const AFTER = ['navDate', 'homepage', 'related', 'seeAlso', 'rendering', 'within', 'partOf']

type Resource = Record<string, unknown>
const isResource = (value: unknown): value is Resource => typeof value === 'object' && value !== null
const listOf = (value: unknown): Resource[] => (Array.isArray(value) ? value : [value]).filter(isResource)
const addressOf = ({ id, '@id': old }: Resource) => String(id ?? old ?? '')
const typeOf = ({ type, '@type': old }: Resource) => String(type ?? old ?? '')

/** Texts with their languages, of version 3 ({ en: […] }) and 2 (a text, or { @value, @language }), and names of links. */
function textsOf(value: unknown, language = 'none', most = 20): [text: string, language: string][] {
  if (most === 0) return []
  if (Array.isArray(value)) return value.flatMap((each) => textsOf(each, language, most - 1))
  if (!isResource(value)) return [[String(value ?? ''), language]]
  if ('@value' in value) return textsOf(value['@value'], String(value['@language'] ?? language), most - 1)
  if ('value' in value) return textsOf(value['value'], language, most - 1)
  if (addressOf(value) !== '') return [...textsOf(value['label'], language, most - 1), [addressOf(value), language]]
  return Object.entries(value).flatMap(([key, texts]) => textsOf(texts, key, most - 1))
}

/** The address of the whole picture at its image service, or else of the file. */
function fileOf(given: Resource): string {
  const body = (/Choice/.test(typeOf(given)) && listOf(given['default'] ?? given['items'])[0]) || given
  const service = listOf(body['service']).find((each) => /image/i.test(JSON.stringify(each)))
  if (!service || /level0/.test(JSON.stringify(service['profile'] ?? ''))) return addressOf(body)
  return `${addressOf(service).replace(/\/$/, '')}/full/${/ImageService3/.test(typeOf(service)) ? 'max' : 'full'}/0/default.jpg`
}

function cellsOf(manifest: Resource, more: Resource): Record<string, string> {
  const cells = createCells()
  const add = (heading: string, value: unknown) => {
    const said = textsOf(value)
    const main = said.find(([, language]) => /^(?:en\b|none)/.test(language)) ?? said[0]
    for (const [text, language] of said)
      cells.add(language === main?.[1] ? heading : `${heading} (${language})`, text.trim().replace(MIDNIGHT, ''))
  }
  cells.add('id', addressOf(manifest))
  for (const name of BEFORE) add(name, manifest[name])
  for (const { label, value } of listOf(manifest['metadata'])) add(textsOf(label)[0]?.[0] || 'metadata', value)
  for (const name of AFTER) add(name, manifest[name])
  const sequences = listOf(manifest['sequences']).flatMap(({ canvases }) => listOf(canvases))
  for (const page of [...listOf(manifest['items']), ...sequences]) {
    add('pages', page['label'])
    const paintings = [...listOf(page['items']).flatMap(({ items }) => listOf(items)), ...listOf(page['images'])]
    for (const each of paintings)
      for (const body of listOf(each['body'] ?? each['resource'])) cells.add('pictures', fileOf(body))
  }
  for (const [name, value] of Object.entries(more)) add(name, value)
  return cells.cells()
}

/** A manifest of IIIF Presentation 2 or 3 as a row; of a collection the manifests that it names. Nothing is fetched. @throws {UnreadableTable} */
export async function readIiif(path: string): Promise<RawTable> {
  const whole: unknown = (await stat(path)).size <= 50 * 2 ** 20 && safeParse(await readFile(path, 'utf8'))
  if (!isResource(whole) || !/^(?:sc:)?(?:Manifest|Collection)$/.test(typeOf(whole)))
    throw new UnreadableTable('This is no manifest or collection of IIIF, is broken, or has more than 50 MiB.')
  const tableOf = (rows: Resource[], more: Resource = {}): RawTable => ({
    ...tableOfObjects(() => rows.map((each) => ({ cells: cellsOf(each, more) }))),
    program: 'IIIF',
  })
  if (/Manifest/.test(typeOf(whole))) return tableOf([whole])
  const { manifests, members, items, collections, label } = whole
  const inside = [manifests, members, items, collections].flatMap(listOf)
  const found = inside.filter((each) => !/Collection/.test(typeOf(each)))
  const sentence = `This collection only names its manifests. To import all that they say, save each of them as a file (${found.length} manifests, ${inside.length - found.length} collections).`
  return { ...tableOf(found, { collection: label }), about: [sentence] }
}
