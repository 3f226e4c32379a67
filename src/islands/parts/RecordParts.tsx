import { EMPTY } from '#contract/messages.ts'
import { PartSections } from '#islands/zone/PartSections.tsx'
import type { ZonePart } from '#islands/zone/ZoneOverview.tsx'
import type { OrganizationParts, PersonParts } from '#rules/overview-parts.ts'
import { FamilyTree } from './FamilyTree.tsx'
import { ItemsPart } from './ItemsPart.tsx'
import { Ownership, YearsTable } from './tables.tsx'

/** Spec §2 "Person overview" under its head, on its page and in the live shell. `api`: what stands before `/api/…`. */
export function PartsOfPerson({ parts, api }: { parts: PersonParts; api: string }) {
  const { family, items, ownership, employment } = parts
  const tabs: ZonePart[] = [
    {
      id: 'items',
      title: 'Items',
      count: items.count,
      content: (level) => <ItemsPart of={items} api={api} empty={EMPTY.personItems} level={level} />,
    },
    {
      id: 'ownership',
      title: 'Land Ownership',
      count: ownership.length,
      content: () => (
        <Ownership column="Addresses" rows={ownership.map(({ addresses, ...row }) => ({ ...row, links: addresses }))} />
      ),
    },
    {
      id: 'employment',
      title: 'Employment',
      count: employment.length,
      content: () => (
        <YearsTable
          column="Organization"
          rows={employment.map(({ organization, years }) => ({ link: organization, years }))}
          empty={EMPTY.employment}
        />
      ),
    },
  ]
  return (
    <>
      <FamilyTree {...family} />
      <PartSections parts={tabs} level={2} />
    </>
  )
}

/** Spec §2 "Organization overview" under its head, on its page and in the live shell. */
export function PartsOfOrganization({ parts, api }: { parts: OrganizationParts; api: string }) {
  const { items, locations, people } = parts
  const tabs: ZonePart[] = [
    {
      id: 'items',
      title: 'Items',
      count: items.count,
      content: (level) => <ItemsPart of={items} api={api} empty={EMPTY.organizationItems} level={level} />,
    },
    {
      id: 'locations',
      title: 'Locations',
      count: locations.length,
      content: () => (
        <YearsTable
          column="Location"
          rows={locations.map(({ zone, years }) => ({ link: zone, years }))}
          empty={EMPTY.premises}
        />
      ),
    },
    {
      id: 'people',
      title: 'People',
      count: people.length,
      content: () => (
        <YearsTable
          column="Person"
          rows={people.map(({ person, years }) => ({ link: person, years }))}
          empty={EMPTY.employees}
        />
      ),
    },
  ]
  return <PartSections parts={tabs} level={2} />
}
