import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CATALOGUE, cardsFile, type NamesFile } from '#rules/catalogue.ts'
import { lifeSpan, yearSpan } from '#rules/life-spans.ts'
import { organizationName, personName } from '#rules/names.ts'
import { resultCard } from '#rules/result-card.ts'
import { packedCatalogue } from '#snapshot/packed-catalogue.ts'
import type { Archive } from '#snapshot/types.ts'

/** What the collection page goes on with while the API is away, by address: text by text, so that no more than one is held. */
export function* catalogueFiles({ lists, meta, subject }: Archive): Generator<[address: string, text: string]> {
  yield [CATALOGUE.index, json(packedCatalogue(lists))]
  yield [CATALOGUE.collections, json(lists.collections)]
  const names: Record<Parameters<typeof CATALOGUE.names>[0], NamesFile> = {
    people: lists.people.map((each) => [
      each.id,
      personName(each),
      lifeSpan(each.date_of_birth, each.date_of_death),
      [],
    ]),
    organizations: lists.organizations.map((each) => [
      each.id,
      organizationName(each),
      yearSpan(each.date_opened, each.date_closed),
      each.altname,
    ]),
    subjects: lists.subjects.map((each) => [
      each.id,
      each.subject_name,
      each.subject_parent === null ? '' : (subject(each.subject_parent)?.subject_name ?? ''),
      [],
    ]),
  }
  for (const kind of ['people', 'organizations', 'subjects'] as const) yield [CATALOGUE.names(kind), json(names[kind])]
  for (const [file, items] of Map.groupBy(lists.items, ({ id }) => cardsFile(id)))
    yield [CATALOGUE.cards(file), json(items.map((item) => resultCard(item, meta.apiBase)))]
}

export function writeCatalogueFiles(archive: Archive, root: string): void {
  const made = new Set<string>()
  for (const [address, text] of catalogueFiles(archive)) {
    const folder = join(root, dirname(address))
    if (!made.has(folder)) mkdirSync(folder, { recursive: true })
    made.add(folder)
    writeFileSync(join(root, address), text)
  }
}

/** Every object is made here or by a rule, its keys always in the same order. */
const json = (value: object) => `${JSON.stringify(value)}\n`
