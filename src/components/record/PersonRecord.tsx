import { personAddress, recordIdFromPath, zoneOnMap, zonesOnMap } from '#rules/addresses/page-addresses.ts'
import { EMPTY } from '#contract/messages.ts'
import { LinkedText } from '#components/LinkedText.tsx'
import { TEXT_LANGUAGE } from '#rules/settings/text-language.ts'
import type { PersonView } from '#views/person.ts'
import { personTables, type RecordTable } from '#views/record-tables.ts'
import { HeadingAt, LastChanged, lengthClass, type Level } from '#components/HeadingAt.tsx'
import { CatalogueRecord } from './CatalogueRecord.tsx'
import { FamilyTree } from './FamilyTree.tsx'
import { MattedPicture } from './MattedPicture.tsx'
import type { RecordProps } from './page-parts.tsx'
import { itemsTab } from './PagedItems.tsx'
import { ShowOnMap } from './ShowOnMap.tsx'
import { SameElsewhere } from './SameElsewhere.tsx'
import { RecordTabs, type RecordTab } from './RecordTabs.tsx'
import { tableTab } from './tables.tsx'

/** Spec §2 "Person overview": on its page and in the live shell. */
export function PersonRecord({ person, api, level = 1, parts, children }: RecordProps & { person: PersonView }) {
  const { name, years, privacy, isNameOnly, portrait, biography, facts, same, family, items, changed } = person
  const { ownership, residences } = person
  const owned = ownership.flatMap(({ addresses }) => addresses.map(({ href }) => recordIdFromPath(href)))
  const places = [...new Set([...owned, ...(residences ?? []).map(({ row }) => row.location)])].filter(
    (id) => id !== undefined,
  )
  const onMap = places.length === 1 ? zoneOnMap(places[0]!, residences?.[0]?.year) : zonesOnMap(places)
  const tables = personTables(person)
  const paged = (table: RecordTable) => parts?.pagedTable(personAddress(person.id), table)
  const tabs: RecordTab[] = [
    itemsTab({ of: items, api, empty: EMPTY.personItems, AllItems: parts?.AllItems }),
    tableTab(tables.ownership, { empty: EMPTY.ownership, paged: paged(tables.ownership) }),
    tableTab(tables.employment, { empty: EMPTY.employment, paged: paged(tables.employment) }),
    ...(residences ? [tableTab(tables.residences, { empty: '', paged: paged(tables.residences) })] : []),
  ]
  return (
    <article>
      <div className="person-head">
        <figure className={portrait ? undefined : 'mat unknown'}>
          {portrait ? (
            <MattedPicture picture={portrait} number={1} first />
          ) : (
            <img src="/pictures/unknown-person.svg" width={176} height={220} alt="No portrait of this person" />
          )}
        </figure>
        <div className="person-text">
          <HeadingAt level={level} className={lengthClass(name, 60)}>
            {name}
          </HeadingAt>
          {years && <p className="years">{years}</p>}
          {privacy && <p className="empty biography">{privacy}</p>}
          {(biography || !privacy) && (
            <p className={biography ? 'prose biography' : 'empty biography'} lang={biography && TEXT_LANGUAGE}>
              <LinkedText text={biography || EMPTY.biography} />
            </p>
          )}
          {facts.length > 0 && <CatalogueRecord rows={facts} />}
          <SameElsewhere links={same} />
          {!isNameOnly && places.length > 0 && <ShowOnMap href={onMap} />}
        </div>
      </div>
      {parts && <parts.PictureStrip items={items.strip ?? []} />}
      {!isNameOnly && <FamilyTree {...family} level={(level + 1) as Level} />}
      <RecordTabs tabs={tabs} level={(level + 1) as Level} />
      <LastChanged date={changed} />
      {children}
    </article>
  )
}
