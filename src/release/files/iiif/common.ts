import { dateParts } from '#rules/partial-dates.ts'
import { society } from '#society'
import { label, link, values } from './texts.ts'

export const CONTEXT = 'http://iiif.io/api/presentation/3/context.json'

/** Where documents say that things are. */
export interface Places {
  /** The address of the site, and of the API, without a slash at their end. */
  site: string
  api: string
}

/** A page for people (§3.3.1 "homepage"). */
export const page = (id: string, name: string) => ({
  id,
  type: 'Text',
  label: label(name),
  format: 'text/html',
  language: [society.language],
})

/** Who provides everything (§3.1 "provider"). */
export const PROVIDER = [
  {
    id: society.links.mainWebsite,
    type: 'Agent',
    label: label(society.name),
    homepage: [page(society.links.mainWebsite, society.name)],
  },
]

/** What has to be shown with everything (§3.1 "requiredStatement"): whom to name, and under what terms. */
export const attribution = (terms: { text: string; href: string } | undefined) => ({
  label: label('Attribution'),
  value: values([`${society.siteName}, ${society.name}`, ...(terms ? [link(terms.text, terms.href)] : [])]),
})

/** A date where a viewer puts things on a line of time (§3.1 "navDate"): its first moment; undefined for an unknown one. */
export function navDate(date: number | null): string | undefined {
  if (date === null) return undefined
  const { year, month, day } = dateParts(date)
  if (year < 1 || year > 9999) return undefined
  const two = (value: number) => String(Math.max(1, value)).padStart(2, '0')
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(month === 0 ? 0 : day)}T00:00:00Z`
}
