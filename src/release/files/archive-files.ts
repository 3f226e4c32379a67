import type { Archive } from '#snapshot/archive.ts'
import { oEmbedFiles } from '#snapshot/pages/story-pages.ts'
import type { PageFacts } from '../pages/page-facts.ts'
import { collectionData, mapFiles, type Wanted } from './data-files.ts'
import { feed } from './feed.ts'
import { iiifDocuments } from './iiif/collection-manifest.ts'
import { sitemaps } from './sitemap.ts'
import { recordAddress } from '#rules/addresses/record-address.ts'
import { organizationName, personName, zoneName } from '#rules/names/record-names.ts'
import type { MergedKind } from '#contract/merged.ts'
import { escapeMarkup } from '#rules/markup/xml.ts'

type ArchiveFile = [path: string, text: string]

/** Every file that is made from the archive and is no page, by its path on the site. One text at a time is in memory. */
export function* archiveFiles(
  archive: Archive,
  pages: readonly PageFacts[],
  site: string,
  isWanted: (path: string) => boolean = () => true,
): Generator<ArchiveFile> {
  const wanted: Wanted = (address) => isWanted(address.replace(/^\//, ''))
  for (const [address, content] of contents(archive, pages, site, wanted))
    yield [address.replace(/^\//, ''), typeof content === 'string' ? content : JSON.stringify(content)]
}

function* contents(
  archive: Archive,
  pages: readonly PageFacts[],
  site: string,
  wanted: Wanted,
): Generator<[address: string, content: string | object]> {
  yield* sitemaps(pages, archive, site)
  yield ['feed.xml', feed(archive, site)]
  yield* mapFiles(archive, wanted)
  yield* iiifDocuments(archive, site, wanted)
  yield* collectionData(archive, wanted)
  yield* oEmbedFiles(archive, site)
  yield* mergedPages(archive, site)
}

const NAMES: Record<MergedKind, (archive: Archive, id: number) => string | undefined> = {
  people: ({ person }, id) => person(id) && personName(person(id)!),
  organizations: ({ organization }, id) => organization(id) && organizationName(organization(id)!),
  subjects: ({ subject }, id) => subject(id)?.subject_name,
  collections: ({ collection }, id) => collection(id)?.collection_name,
  locations: ({ location }, id) => location(id) && zoneName(location(id)!.properties),
}

/** Leads to the record that stays, on any host: with a canonical link for search engines and a refresh for browsers. */
const page = (name: string, address: string, site: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarkup(name)}</title>
<link rel="canonical" href="${escapeMarkup(new URL(address, site).href)}">
<meta http-equiv="refresh" content="0; url=${escapeMarkup(address)}">
<p>This record is now part of <a href="${escapeMarkup(address)}">${escapeMarkup(name)}</a>.</p>
</html>
`

/** A page at the address of each record that became part of another. */
export function* mergedPages(archive: Archive, site: string): Generator<[address: string, content: string]> {
  for (const { kind, id, into } of archive.meta.merged ?? []) {
    const [from, to] = [recordAddress(kind, id), recordAddress(kind, into)]
    const name = NAMES[kind](archive, into)
    if (from && to && name !== undefined && NAMES[kind](archive, id) === undefined) {
      yield [`${from.slice(1)}index.html`, page(name, to, site)]
    }
  }
}
