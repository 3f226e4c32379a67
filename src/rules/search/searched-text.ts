import type { Collection } from '#contract/collection.ts'
import type { RecordKind } from '#contract/kinds.ts'
import type { Heritage, LocationDescription, Lot, PlaceName, Plaque } from '#contract/location.ts'
import type { Organization } from '#contract/organization.ts'
import type { Person } from '#contract/person.ts'
import type { Story } from '#contract/story.ts'
import type { Subject } from '#contract/subject.ts'
import { formOf } from '../forms/record-form.ts'
import { joinSentences } from '../names/record-names.ts'
import { collectionRow, organizationRow, personRow, storyRow, subjectRow, type ResultRow } from './result-rows.ts'
import { indexText } from './search-text.ts'

/** Texts of a heritage record; its address in the register is none. */
const HERITAGE = formOf('heritage')
  .filter(({ control, staff }) => !staff && (control === 'line' || control === 'text'))
  .map(({ field }) => field)
const heritageText = (row: Partial<Heritage>) =>
  joinSentences(...HERITAGE.map((field) => (row as Record<string, string>)[field]))
const plaqueText = ({ name, text }: Pick<Plaque, 'name' | 'text'>) => joinSentences(name, text)
export const lotText = ({ lotNum }: Pick<Lot, 'lotNum'>): string => `Lot ${lotNum}`

interface TextsOfPlace {
  descriptions: readonly Pick<LocationDescription, 'description'>[]
  heritage: readonly Partial<Heritage>[]
  plaques: readonly Pick<Plaque, 'name' | 'text'>[]
}
/** What results show of a place. */
export const placeText = ({ descriptions, heritage, plaques }: TextsOfPlace): string =>
  joinSentences(
    ...descriptions.map(({ description }) => description),
    ...heritage.map(heritageText),
    ...plaques.map(plaqueText),
  )

const shownText = ({ title, years, text }: ResultRow) => indexText(title, years, text)
/**
 * What a search of the site finds a record by, folded, from its fields: the same as in the search index (release/search/records.ts). A place is found by its
 * names and by what belongs to it.
 */
export const SEARCHED_TEXT: Partial<Record<RecordKind, (row: never) => string>> = {
  lots: (row: Lot) => indexText(lotText(row)),
  people: (row: Person) => shownText(personRow(row, '')),
  organizations(row: Organization) {
    const { years, text } = organizationRow(row)
    return indexText(row.name, ...row.altname, years, text)
  },
  heritage: (row: Heritage) => indexText(heritageText(row)),
  location_descriptions: (row: LocationDescription) => indexText(row.description),
  place_names: (row: PlaceName) => indexText(row.name),
  plaques: (row: Plaque) => indexText(plaqueText(row)),
  subjects: (row: Subject) => shownText(subjectRow(row)),
  stories: (row: Story) => shownText(storyRow(row)),
  collections: (row: Collection) => shownText(collectionRow(row)),
}
