import type { OaiFormat } from '#contract/oai.ts'
import { escapeMarkup } from '#rules/markup/xml.ts'
import type { Description } from './describe.ts'

/** The element of Dublin Core that a term refines. */
const ELEMENTS: Record<string, string> = {
  ...{ alternative: 'title', created: 'date', spatial: 'coverage', temporal: 'coverage' },
  ...{ isPartOf: 'relation', references: 'relation', hasFormat: 'relation' },
}
/** The second is not standardized: as the catalogues of other archives name it. */
const FORMATS: Record<OaiFormat, { prefix: string; vocabulary: string; names: Record<string, string> }> = {
  oai_dc: { prefix: 'dc', vocabulary: 'http://purl.org/dc/elements/1.1/', names: ELEMENTS },
  oai_dcterms: { prefix: 'dcterms', vocabulary: 'http://purl.org/dc/terms/', names: {} },
}
export const namespaceOf = (format: OaiFormat) => `http://www.openarchives.org/OAI/2.0/${format}/`
export const schemaOf = (format: OaiFormat) => `http://www.openarchives.org/OAI/2.0/${format}.xsd`

/** The metadata of a record. */
export function metadata({ terms }: Description, format: OaiFormat): string {
  const { prefix, vocabulary, names } = FORMATS[format]
  const lines = terms.flatMap(([term, text]) => {
    const tag = `${prefix}:${names[term] ?? term}`
    return text ? [`<${tag}>${escapeMarkup(text)}</${tag}>`] : []
  })
  const root = `${format}:${prefix}`
  const namespaces = `xmlns:${format}="${namespaceOf(format)}" xmlns:${prefix}="${vocabulary}"`
  const location = `xsi:schemaLocation="${namespaceOf(format)} ${schemaOf(format)}"`
  return `<metadata><${root} ${namespaces} ${location}>${[...new Set(lines)].join('\n')}</${root}></metadata>`
}
