import { recordAddress } from '#rules/addresses/record-address.ts'
import { organizationName, personName, zoneName } from '#rules/names/record-names.ts'
import type { MergedKind } from '#contract/merged.ts'
import type { Archive } from '#snapshot/archive.ts'
import { escapeMarkup } from './xml.ts'

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
