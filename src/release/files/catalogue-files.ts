import { CATALOGUE, cardsFile, type NamesFile } from '#rules/catalogue/catalogue.ts'
import { lifeSpan, yearSpan } from '#rules/dates/display-dates.ts'
import { organizationName, personName } from '#rules/names/record-names.ts'
import { resultCard } from '#views/result-card.ts'
import { packedCatalogue } from '#snapshot/packed-catalogue.ts'
import type { Archive } from '#snapshot/types.ts'
import type { Wanted } from './map-data.ts'

/** Files that the collection page uses while the API is unreachable. A generator, so that only one text is in memory. */
export function* catalogueFiles(
  { lists, meta, subject }: Archive,
  wanted: Wanted = () => true,
): Generator<[address: string, text: string]> {
  yield [CATALOGUE.index, json(packedCatalogue(lists))]
  yield [CATALOGUE.collections, json(lists.collections)]
  const names: Record<Parameters<typeof CATALOGUE.names>[0], () => NamesFile> = {
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
    if (wanted(CATALOGUE.names(kind))) yield [CATALOGUE.names(kind), json(names[kind]())]
  for (const [file, items] of Map.groupBy(lists.items, ({ id }) => cardsFile(id)))
    if (wanted(CATALOGUE.cards(file)))
      yield [CATALOGUE.cards(file), json(items.map((item) => resultCard(item, meta.apiBase)))]
}

/** Keys need no sorting: all objects are built in a fixed order. */
const json = (value: object) => `${JSON.stringify(value)}\n`
