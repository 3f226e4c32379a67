import * as v from 'valibot'
import { field } from './field.ts'
import { nameList } from './fields.ts'

/** Sites that name the same things, and their addresses without `https://` and `www.`. */
const AUTHORITIES: readonly (readonly [name: string, address: RegExp])[] = [
  ['Wikidata', /^wikidata\.org\/(?:wiki|entity)\/Q[1-9]\d*$/],
  ['VIAF', /^viaf\.org\/viaf\/[1-9]\d*\/?$/],
  ['Library of Congress', /^id\.loc\.gov\/[a-z]+\/[A-Za-z]+\/[a-z]+\d+(?:\.html)?$/],
  ['GeoNames', /^(?:sws\.)?geonames\.org\/[1-9]\d*(?:\/[\w.-]*)?$/],
  ['OpenStreetMap', /^openstreetmap\.org\/(?:node|way|relation)\/[1-9]\d*$/],
  ['Find a Grave', /^findagrave\.com\/memorial\/[1-9]\d*(?:\/[\w-]*)?$/],
]
/** The site that an address of `same_as` is at, by its name. */
export function authorityOf(address: string): string | undefined {
  const rest = /^https?:\/\/(?:www\.)?(.*)$/i.exec(address)?.[1]
  return rest === undefined ? undefined : AUTHORITIES.find(([, form]) => form.test(rest))?.[0]
}
const NO_AUTHORITY =
  'Give addresses such as https://www.wikidata.org/wiki/Q42, at Wikidata, VIAF, the Library of Congress (id.loc.gov), GeoNames, OpenStreetMap or Find a Grave.'

/** Addresses of the same person, place or subject at other sites. */
export const sameAs = field(
  v.pipe(
    nameList,
    v.transform((all) => [...new Set(all)]),
    v.check((all) => all.every((each) => authorityOf(each) !== undefined), NO_AUTHORITY),
  ),
  'The same elsewhere',
  {
    control: 'names',
    hint: 'Addresses at Wikidata, VIAF, the Library of Congress, GeoNames, OpenStreetMap or Find a Grave, one on each line.',
  },
)
