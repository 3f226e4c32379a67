import type { ComponentType, ReactNode } from 'react'
import { EMPTY } from '#contract/messages.ts'
import type { ZoneOverview as Zone } from '#rules/zone-overview.ts'
import { Heritage } from './Heritage.tsx'
import { Ownership, YearsTable } from '#islands/parts/tables.tsx'
import { SmallMap } from './SmallMap.tsx'
import { HeadingAt, type Level } from '../widgets/HeadingAt.tsx'

/** A part of the overview: a tab, or a section of a page. `count` is how much it holds; headings in its content start at the level given. */
export interface ZonePart {
  id: string
  title: string
  count: number
  content: (level: Level) => ReactNode
}
/** Lays out the parts: as tabs (PartTabs) or, for a page without scripts, as sections with links to them (PartSections). */
export type PartsLayout = ComponentType<{ parts: readonly ZonePart[]; level: Level }>

interface Props {
  overview: Zone
  /** Level of the title; what lies under it follows. */
  level: Level
  Parts: PartsLayout
  /** The items, all of them or by pages. */
  items: ReactNode
  /** Its years at a glance, where there is room for them. */
  years?: ReactNode
  titleId?: string
}

/** Spec §2 "Zone overview": the same on its page, in the popup of the map and in the live shell. */
export function ZoneOverview({ overview, level, Parts, items, years, titleId }: Props) {
  const { name, streetAddress, altnames, lots, descriptions, map, heritage, plaques, ownership, organizations } =
    overview
  const below = (level + 1) as Level
  const parts: ZonePart[] = [
    { id: 'items', title: 'Items', count: overview.itemCount, content: () => items },
    {
      id: 'heritage',
      title: 'Heritage Information',
      count: heritage.length + plaques.length,
      content: (level) => <Heritage heritage={heritage} plaques={plaques} level={level} />,
    },
    {
      id: 'ownership',
      title: 'Land Ownership',
      count: ownership.length,
      content: () => (
        <Ownership column="Person" rows={ownership.map(({ person, ...row }) => ({ ...row, links: [person] }))} />
      ),
    },
    {
      id: 'organizations',
      title: 'Organizations',
      count: organizations.length,
      content: () => (
        <YearsTable
          column="Organization"
          rows={organizations.map(({ organization, years }) => ({ link: organization, years }))}
          empty={EMPTY.organizations}
        />
      ),
    },
  ]
  return (
    <article className="zone">
      <div className="zone-head">
        <div>
          <header className="page-head">
            <p className="kicker">{streetAddress || 'Place'}</p>
            <HeadingAt level={level} id={titleId} className={lengthOf(name)}>
              {name}
            </HeadingAt>
            {altnames.length > 0 && <p className="aka">{altnames.join(', ')}</p>}
            {lots.length > 0 && (
              <p className="lots">
                {lots.length === 1 ? 'Lot' : 'Lots'} <span className="figures">{lots.join(', ')}</span>
              </p>
            )}
          </header>
          {descriptions.length === 0 && <p className="empty">{EMPTY.locationDescription}</p>}
          {descriptions.map((text, at) => (
            <p key={at} className="prose">
              {text}
            </p>
          ))}
        </div>
        {map ? <SmallMap map={map} name={name} level={below} /> : <p className="empty no-map">{EMPTY.outline}</p>}
      </div>
      {years}
      <Parts parts={parts} level={below} />
    </article>
  )
}

/** A title of hundreds of characters is set as a text, not as a poster. */
const lengthOf = (name: string) => (name.length > 260 ? 'very-long' : name.length > 60 ? 'long' : undefined)
