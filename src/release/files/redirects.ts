import type { MergedKind } from '#contract/merged.ts'
import type { OldAddress } from '#contract/old-url.ts'
import { recordAddress } from '#rules/addresses/record-address.ts'
import { REWRITES } from '#rules/addresses/site-routing.ts'
import { escapeMarkup } from '#rules/markup/xml.ts'
import { organizationName, personName, zoneName } from '#rules/names/record-names.ts'
import type { Archive } from '#snapshot/archive.ts'
import { society } from '#society'

/** Leads to a record, on any host: with a canonical link for search engines and a refresh for browsers. */
const refreshPage = (name: string, says: string, address: string, site: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarkup(name)}</title>
<link rel="canonical" href="${escapeMarkup(new URL(address, site).href)}">
<meta http-equiv="refresh" content="0; url=${escapeMarkup(address)}">
<p>${says} <a href="${escapeMarkup(address)}">${escapeMarkup(name)}</a>.</p>
</html>
`

const NAMES: Record<MergedKind, (archive: Archive, id: number) => string | undefined> = {
  people: ({ person }, id) => person(id) && personName(person(id)!),
  organizations: ({ organization }, id) => organization(id) && organizationName(organization(id)!),
  subjects: ({ subject }, id) => subject(id)?.subject_name,
  collections: ({ collection }, id) => collection(id)?.collection_name,
  locations: ({ location }, id) => location(id) && zoneName(location(id)!.properties),
}

/** A page at the address of each record that became part of another. */
export function* mergedPages(archive: Archive, site: string): Generator<[address: string, content: string]> {
  for (const { kind, id, into } of archive.meta.merged ?? []) {
    const [from, to] = [recordAddress(kind, id), recordAddress(kind, into)]
    const name = NAMES[kind](archive, into)
    if (from && to && name !== undefined && NAMES[kind](archive, id) === undefined) {
      yield [`${from.slice(1)}index.html`, refreshPage(name, 'This record is now part of', to, site)]
    }
  }
}

const target = ({ kind, id }: OldAddress) => recordAddress(kind, id)!
/** A line of `_redirects`, with the query as Netlify has it; none for an address that would be a pattern there. */
function redirectLine(old: OldAddress): string {
  const [path = '', query = ''] = old.address.split('?')
  if (/\*|:[a-z]/i.test(path) || !/^(?:[\w.-]+=[\w.,-]+(?:&(?=\w)|$))*$/.test(query)) return ''
  return `${path} ${query && `${query.replaceAll('&', ' ')} `}${target(old)} 301\n`
}

/** `_redirects` for Netlify, Cloudflare Pages and others, where patterns come last. */
export const redirectsFile = (old: readonly OldAddress[] = []): string =>
  old.map(redirectLine).join('') + REWRITES.map(({ from, to }) => `${from} ${to} 200\n`).join('')

/** What a host of files can have at an address: no query, no file as a folder, and no sign that means something to a file system. */
const FILE_PATH = /^(?:\/(?![^/]*\.html?\/)[\w~-][\w.~-]{0,199})+$/i

/** A page at each old address, for hosts that have nothing but files; `names` are those of the site. */
export function* oldPages({ meta }: Archive, site: string, names: ReadonlySet<string>): Generator<[string, string]> {
  for (const old of meta.oldAddresses ?? []) {
    const path = old.address.slice(1) + (/\.html?$/i.test(old.address) ? '' : '/index.html')
    if (FILE_PATH.test(old.address) && !names.has(path))
      yield [path, refreshPage(society.siteName, 'This page has moved within', target(old), site)]
  }
}
