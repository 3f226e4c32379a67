import * as v from 'valibot'
import type { Item } from '#contract/item.ts'
import { locationFeature } from '#contract/location.ts'
import type { HarvestedKind, OaiFormat } from '#contract/oai.ts'
import { itemTerms, organizationTerms, personTerms, placeTerms, type Terms } from '#rules/citations/dublin-core.ts'
import { escapeMarkup } from '#rules/markup/xml.ts'
import type { Repositories } from '../repositories/repositories.ts'

export interface Description {
  terms: Terms
  collection?: number | undefined
}

/** What everybody may read, by the reads of the API: undefined for what they do not show. */
type Reads = Record<HarvestedKind, (of: Repositories, id: number, site: string) => Promise<Description | undefined>>
export const READS: Reads = {
  async items({ items }, id, site) {
    const found = await items.find(id)
    const item = found && (JSON.parse(found.text) as Item)
    return item && { terms: itemTerms(item, site), collection: item.collection?.id }
  },
  people: ({ people }, id) => people.find(id).then((found) => found && { terms: personTerms(found) }),
  organizations: ({ organizations }, id) =>
    organizations.find(id).then((found) => found && { terms: organizationTerms(found) }),
  async locations({ locations, locationRecords }, id) {
    const found = await locations.find(id)
    const { properties } = found ? (JSON.parse(found.text) as { properties: unknown }) : {}
    const texts = await locationRecords.descriptions({ search: id })
    return found && { terms: placeTerms(v.parse(locationFeature.entries.properties, properties), texts) }
  },
}

/** The element of Dublin Core that a term refines. */
const ELEMENTS: Record<string, string> = {
  ...{ alternative: 'title', created: 'date', spatial: 'coverage', temporal: 'coverage' },
  ...{ isPartOf: 'relation', references: 'relation', hasFormat: 'relation', extent: 'format' },
  ...{ rightsHolder: 'rights', accessRights: 'rights' },
}
export const namespaceOf = (format: OaiFormat) => `http://www.openarchives.org/OAI/2.0/${format}/`
export const schemaOf = (format: OaiFormat) => `http://www.openarchives.org/OAI/2.0/${format}.xsd`

/** The metadata of a record with a page. `oai_dcterms` is not standardized: as the catalogues of other archives name it. */
export function metadata({ terms }: Description, page: string, format: OaiFormat): string {
  const [prefix, vocabulary] = format === 'oai_dc' ? ['dc', 'elements/1.1'] : ['dcterms', 'terms']
  const lines = [['identifier', page] as Terms[number], ...terms].flatMap(([term, ...values]) => {
    const tag = `${prefix}:${(format === 'oai_dc' && ELEMENTS[term]) || term}`
    return values.flatMap((text) => (text ? [`<${tag}>${escapeMarkup(text)}</${tag}>`] : []))
  })
  const namespaces = `xmlns:${format}="${namespaceOf(format)}" xmlns:${prefix}="http://purl.org/dc/${vocabulary}/"`
  return `<metadata><${format}:${prefix} ${namespaces} xsi:schemaLocation="${namespaceOf(format)} ${schemaOf(format)}">
${[...new Set(lines)].join('\n')}</${format}:${prefix}></metadata>`
}
