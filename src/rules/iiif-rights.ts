/**
 * The address of a rights statement as IIIF wants it: Presentation API 3 §3.1 "rights" takes those of Creative Commons and RightsStatements.org as
 * they are written in RDF, with http. Undefined for any other, which then stands in words only.
 */
export function iiifRights(href: string): string | undefined {
  const address = URL.parse(href)
  const host = address?.hostname.replace(/^www\./, '')
  if (host === 'creativecommons.org') return `http://creativecommons.org${address!.pathname}`
  if (host === 'rightsstatements.org') {
    return `http://rightsstatements.org${address!.pathname.replace(/^\/page\//, '/vocab/')}`
  }
  return undefined
}
