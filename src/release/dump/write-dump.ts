import { createHash } from 'node:crypto'
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { HARVESTED, type HarvestedKind } from '#contract/oai.ts'
import { recordAddress } from '#rules/addresses/record-address.ts'
import { DUMP, DUMP_FOLDER } from '#rules/addresses/site-routing.ts'
import { itemTerms, organizationTerms, personTerms, placeTerms, type Terms } from '#rules/citations/dublin-core.ts'
import { csvRow } from '#rules/markup/csv.ts'
import { itemManifest } from '#rules/media/iiif-addresses.ts'
import type { Archive } from '#snapshot/archive.ts'
import { itemPage } from '#snapshot/pages/item-page.ts'
import { itemJsonLd, organizationJsonLd, personJsonLd, type Thing, zoneJsonLd } from '#snapshot/pages/json-ld.ts'
import { organizationPage } from '#snapshot/pages/organization-page.ts'
import { personPage } from '#snapshot/pages/person-page.ts'
import { zonePage } from '#snapshot/pages/zone-page.ts'
import { linkedPlaces } from '../files/linked-places.ts'
import { keyOf } from '#snapshot/plans.ts'
import { society } from '#society'

const DESCRIBE: Record<HarvestedKind, (of: Archive, id: number, site: URL) => [Terms, Thing]> = {
  items: (of, id, site) => [itemTerms(of.item(id)!, site.origin), itemJsonLd(itemPage(of, id)!, site)],
  people: (of, id, site) => [personTerms(of.person(id)!), personJsonLd(personPage(of, id)!, site)],
  organizations: (of, id, site) => [
    organizationTerms(of.organization(id)!),
    organizationJsonLd(organizationPage(of, id)!, site),
  ],
  locations: (of, id, site) => [
    placeTerms(of.location(id)!.properties, of.descriptionsOf(id)),
    zoneJsonLd(zonePage(of, id)!, site),
  ],
}
/** The columns: terms of any kind. */
const TERMS = `title alternative identifier description type created date temporal creator contributor subject
  spatial isPartOf references hasFormat rights rightsHolder accessRights extent language publisher`.split(/\s+/)
const COLUMNS = [
  { name: 'id', type: 'integer' },
  { name: 'url', type: 'string', format: 'uri' },
  ...TERMS.map((name) => ({ name, type: 'string', rdfType: `http://purl.org/dc/terms/${name}` })),
]
const TABLE = { format: 'csv', mediatype: 'text/csv', schema: { fields: COLUMNS, primaryKey: 'id' } }

const valuesOf = (terms: Terms, name: string) =>
  Array.from(new Set(terms.flatMap(([term, ...values]) => (term === name ? values.filter(Boolean) : []))))

/** A file that grows, and at its end what the data package says of it. */
function openFile(folder: string, path: string) {
  const [file, hash] = [openSync(join(folder, path), 'w'), createHash('sha256')]
  let bytes = 0
  return {
    write(text: string) {
      bytes += writeSync(file, text)
      hash.update(text)
    },
    close() {
      closeSync(file)
      return { path, encoding: 'utf-8', bytes, hash: `sha256:${hash.digest('hex')}` }
    },
  }
}

function writeKind(kind: HarvestedKind, archive: Archive, folder: string, site: URL): object[] {
  const [csv, json] = [openFile(folder, `${kind}.csv`), openFile(folder, `${kind}.jsonl`)]
  csv.write(csvRow(COLUMNS.map(({ name }) => name)))
  for (const row of archive.lists[kind]) {
    const id = keyOf(row) as number
    const [terms, thing] = DESCRIBE[kind](archive, id, site)
    const page = site.origin + recordAddress(kind, id)!
    csv.write(csvRow([String(id), page, ...TERMS.map((name) => valuesOf(terms, name).join(' | '))]))
    const [copyrightNotice] = valuesOf(terms, 'rights')
    json.write(`${JSON.stringify({ '@context': 'https://schema.org', ...thing, copyrightNotice })}\n`)
  }
  return [
    { name: kind, profile: 'tabular-data-resource', ...csv.close(), ...TABLE },
    { name: `${kind}-json-ld`, ...json.close(), format: 'jsonl', mediatype: 'application/x-ndjson' },
  ]
}

/** Changes of a page. */
const LENGTH = 1000
const CONTEXT = { '@context': 'http://iiif.io/api/discovery/1/context.json' }
const changesFile = (at: string) => `${DUMP_FOLDER}iiif-changes${at}.json`

/** Every manifest with its last change or its end, oldest first (IIIF Change Discovery 1.0): an ordered collection, and its pages. */
function* iiifChanges({ lists, meta }: Archive, site: string): Generator<[file: string, document: object]> {
  const step = (type: string, id: number, at?: string | null) => ({ type, id, endTime: at, time: Date.parse(at ?? '') })
  const changes = [
    ...lists.items.map(({ id, updated_at: at }) => step('Update', id, at)),
    ...(meta.gone ?? []).map(({ id, at }) => step('Delete', id, at)),
  ]
    .filter(({ time }) => time)
    .sort((a, b) => a.time - b.time || a.id - b.id)
    .map(({ id, type, endTime }) => ({ type, object: { id: site + itemManifest(id), type: 'Manifest' }, endTime }))
  const pages = Array.from({ length: Math.max(1, Math.ceil(changes.length / LENGTH)) }, (_, at) => {
    return { id: site + changesFile(`-${at}`), type: 'OrderedCollectionPage' }
  })
  const partOf = { id: site + changesFile(''), type: 'OrderedCollection' }
  for (const [at, page] of pages.entries()) {
    const around = { partOf, prev: pages[at - 1], next: pages[at + 1] }
    const orderedItems = changes.slice(at * LENGTH, (at + 1) * LENGTH)
    yield [changesFile(`-${at}`), { ...CONTEXT, ...page, ...around, orderedItems }]
  }
  yield [changesFile(''), { ...CONTEXT, ...partOf, totalItems: changes.length, first: pages[0], last: pages.at(-1) }]
}

/** Writes the public archive as data: of each kind a CSV in Dublin Core terms and lines of JSON-LD, as a Frictionless data package, places in the Linked Places format, and the changes of IIIF documents. */
export function writeDump(archive: Archive, root: string, address: string): void {
  const [folder, site] = [join(root, DUMP_FOLDER), new URL(address)]
  mkdirSync(folder, { recursive: true })
  for (const [file, document] of iiifChanges(archive, site.origin))
    writeFileSync(join(root, file), JSON.stringify(document))
  const places = openFile(folder, 'places.lpf.json')
  places.write(JSON.stringify(linkedPlaces(archive, site.origin)))
  const resources = [
    ...HARVESTED.flatMap((kind) => writeKind(kind, archive, folder, site)),
    { name: 'linked-places', ...places.close(), format: 'geojson', mediatype: 'application/geo+json' },
  ]
  const about = { name: 'archive', title: society.siteName, homepage: site.origin }
  writeFileSync(join(root, DUMP), JSON.stringify({ profile: 'data-package', ...about, resources }))
}
