import { cardsFile, COLLECTION_DATA, type NamesFile } from '#rules/addresses/collection-data.ts'
import { lifeSpan, yearSpan } from '#rules/dates/display-dates.ts'
import { organizationName, personName } from '#rules/names/record-names.ts'
import { resultCard } from '#views/result-card.ts'
import type { Archive } from '#snapshot/types.ts'
import type { Wanted } from './map-data.ts'

/** Files that the collection page uses besides the search index while the API is unreachable. A generator, so that only one text is in memory. */
export function* collectionData(
  { lists, meta, subject }: Archive,
  wanted: Wanted = () => true,
): Generator<[address: string, text: string]> {
  yield [COLLECTION_DATA.collections, json(lists.collections)]
  const names: Record<Parameters<typeof COLLECTION_DATA.names>[0], () => NamesFile> = {
    people: () => lists.people.map((each) => [each.id, personName(each), lifeSpan(each), []]),
    organizations: () =>
      lists.organizations.map((each) => [
        each.id,
        organizationName(each),
        yearSpan(each.date_opened, each.date_closed),
        each.altname,
      ]),
    subjects: () =>
      lists.subjects.map((each) => [
        each.id,
        each.subject_name,
        each.subject_parent === null ? '' : (subject(each.subject_parent)?.subject_name ?? ''),
        [],
      ]),
  }
  for (const kind of ['people', 'organizations', 'subjects'] as const)
    if (wanted(COLLECTION_DATA.names(kind))) yield [COLLECTION_DATA.names(kind), json(names[kind]())]
  for (const [file, items] of Map.groupBy(lists.items, ({ id }) => cardsFile(id)))
    if (wanted(COLLECTION_DATA.cards(file)))
      yield [COLLECTION_DATA.cards(file), json(items.map((item) => resultCard(item, meta.apiBase)))]
}

/** Keys need no sorting: all objects are built in a fixed order. */
const json = (value: object) => `${JSON.stringify(value)}\n`
