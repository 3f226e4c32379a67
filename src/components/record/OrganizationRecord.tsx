import { HeadingAt, LastChanged, lengthClass, type Level } from '#components/HeadingAt.tsx'
import { organizationAddress, organizationOnMap } from '#rules/addresses/page-addresses.ts'
import { EMPTY } from '#contract/messages.ts'
import { LinkedText } from '#components/LinkedText.tsx'
import { TEXT_LANGUAGE } from '#rules/settings/text-language.ts'
import type { OrganizationView } from '#views/organization.ts'
import { organizationTables, type RecordTable } from '#views/record-tables.ts'
import type { RecordProps } from './page-parts.tsx'
import { itemsTab } from './PagedItems.tsx'
import { ShowOnMap } from './ShowOnMap.tsx'
import { SameElsewhere } from './SameElsewhere.tsx'
import { RecordTabs, type RecordTab } from './RecordTabs.tsx'
import { tableTab } from './tables.tsx'

/** Spec §2 "Organization overview": on its page and in the live shell. */
export function OrganizationRecord({
  organization,
  api,
  level = 1,
  parts,
  children,
}: RecordProps & { organization: OrganizationView }) {
  const { name, altnames, years, text, same, items, locations, changed } = organization
  const tables = organizationTables(organization)
  const paged = (table: RecordTable) => parts?.pagedTable(organizationAddress(organization.id), table)
  const tabs: RecordTab[] = [
    itemsTab({ of: items, api, empty: EMPTY.organizationItems, AllItems: parts?.AllItems }),
    tableTab(tables.locations, { empty: EMPTY.premises, paged: paged(tables.locations) }),
    tableTab(tables.people, { empty: EMPTY.employees, paged: paged(tables.people) }),
  ]
  return (
    <article>
      <header className="page-head">
        <p className="kicker">Organization</p>
        <HeadingAt level={level} className={lengthClass(name, 60)}>
          {name}
        </HeadingAt>
        {altnames.length > 0 && <p className="aka">{altnames.join(', ')}</p>}
        {years && <p className="years">{years}</p>}
      </header>
      <p className={text ? 'prose' : 'empty'} lang={text && TEXT_LANGUAGE}>
        <LinkedText text={text || EMPTY.organizationDescription} />
      </p>
      <SameElsewhere links={same} />
      {locations.length > 0 && <ShowOnMap href={organizationOnMap(organization.id)} />}
      {parts && <parts.PictureStrip items={items.strip ?? []} />}
      <RecordTabs tabs={tabs} level={(level + 1) as Level} />
      <LastChanged date={changed} />
      {children}
    </article>
  )
}
