import { HeadingAt, LastChanged, lengthClass, type Level } from '#components/HeadingAt.tsx'
import { zoneAddress, zoneOnMap } from '#rules/addresses/page-addresses.ts'
import { EMPTY } from '#contract/messages.ts'
import { LinkedText } from '#components/LinkedText.tsx'
import { TEXT_LANGUAGE } from '#rules/settings/text-language.ts'
import '#styles/zone-years.css'
import { zoneTables, type RecordTable } from '#views/record-tables.ts'
import type { Story } from '#views/place-story.ts'
import type { ZoneView } from '#views/zone.ts'
import type { ZoneMap } from '#rules/map/zone-map.ts'
import { Heritage } from './Heritage.tsx'
import type { RecordProps } from './page-parts.tsx'
import { itemsTab } from './PagedItems.tsx'
import { SameElsewhere } from './SameElsewhere.tsx'
import { RecordTabs, type RecordTab } from './RecordTabs.tsx'
import { tableTab } from './tables.tsx'
import { ZoneYears } from './ZoneYears.tsx'
import { ShowOnMap } from './ShowOnMap.tsx'

interface Props extends RecordProps {
  zone: ZoneView
  titleId?: string
  /** A popup does not change the address. */
  inPopup?: boolean
}

/** Spec §2 "Zone overview": on its page, in the popup of the map and in the live shell. */
export function ZoneRecord({ zone, api, level = 1, titleId, inPopup = false, parts, children }: Props) {
  const { name, streetAddress, altnames, lots, descriptions, map, heritage, plaques } = zone
  const below = (level + 1) as Level
  const tables = zoneTables(zone)
  const paged = (table: RecordTable) => parts?.pagedTable(zoneAddress(zone.pk), table)
  const tabs: RecordTab[] = [
    itemsTab({ of: zone.items, api, empty: EMPTY.zoneItems, AllItems: parts?.AllItems }),
    {
      id: 'heritage',
      title: 'Heritage Information',
      count: heritage.length + plaques.length,
      content: (level) => <Heritage heritage={heritage} plaques={plaques} level={level} />,
    },
    tableTab(tables.ownership, { empty: EMPTY.ownership, paged: paged(tables.ownership) }),
    tableTab(tables.organizations, { empty: EMPTY.organizations, paged: paged(tables.organizations) }),
    ...(zone.residents ? [tableTab(tables.residents, { empty: '', paged: paged(tables.residents) })] : []),
  ]
  return (
    <article className="zone">
      <div className="zone-head">
        <div>
          <header className="page-head">
            <p className="kicker">{streetAddress || 'Place'}</p>
            <HeadingAt level={level} id={titleId} className={lengthClass(name, 60)}>
              {name}
            </HeadingAt>
            {altnames.length > 0 && <p className="aka">{altnames.join(', ')}</p>}
            {lots.length > 0 && (
              <p className="lots">
                {lots.length === 1 ? 'Lot ' : 'Lots '}
                <span className="figures">{lots.join(', ')}</span>
              </p>
            )}
          </header>
          {zone.story && <p className="prose">{zone.story.map(told)}</p>}
          {descriptions.length === 0 && <p className="empty">{EMPTY.locationDescription}</p>}
          {descriptions.map((text, at) => (
            <p key={at} className="prose" lang={TEXT_LANGUAGE}>
              <LinkedText text={text} />
            </p>
          ))}
          <SameElsewhere links={zone.same} />
        </div>
        {map ? (
          <SmallMap map={map} name={name} level={below} onMap={inPopup ? undefined : zoneOnMap(zone.pk)} />
        ) : (
          <p className="empty no-map">{EMPTY.outline}</p>
        )}
      </div>
      {parts && <parts.PictureStrip items={zone.items.strip ?? []} />}
      <ZoneYears zone={zone} level={below} onMap={map !== null && !inPopup} />
      <RecordTabs tabs={tabs} level={below} inAddress={!inPopup} />
      <LastChanged date={zone.changed} />
      {children}
    </article>
  )
}

const told = (part: Story[number], at: number) =>
  typeof part === 'string' ? (
    part
  ) : (
    <a key={at} href={part.href}>
      {part.text}
    </a>
  )

interface SmallMapProps {
  map: ZoneMap
  name: string
  level: Level
  /** The zone on the live map; undefined over that map. */
  onMap?: string | undefined
}

/** A zone among its neighbours, with scale and north arrow. */
export function SmallMap({ map, name, level, onMap }: SmallMapProps) {
  const { width, height, scale } = map
  const foot = height - 14
  return (
    <figure className="small-map">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        role="img"
        aria-label={`Map: ${name} among the zones around it`}
      >
        <path className="around" d={map.around} />
        <path className="here" d={map.here} />
        {map.streets.map(({ text, x, y, angle }) => (
          <text key={text} transform={`translate(${x} ${y}) rotate(${angle})`} textAnchor="middle" dy="4">
            {text}
          </text>
        ))}
        {map.numbers.map(({ text, x, y }) => (
          <text key={`${x} ${y}`} className="number" x={x} y={y + 4} textAnchor="middle">
            {text}
          </text>
        ))}
        <path className="scale" d={`M14 ${foot - 4}v4h${scale.length}v-4`} />
        <text x={20 + scale.length} y={foot}>
          {scale.metres < 1000 ? `${scale.metres} m` : `${scale.metres / 1000} km`}
        </text>
        <path className="north" d={`M${width - 18} 12l6 16-6-4-6 4z`} />
        <text x={width - 18} y="40" textAnchor="middle">
          N
        </text>
      </svg>
      {onMap && <ShowOnMap href={onMap} />}
      {map.neighbours.length > 0 && (
        <figcaption>
          <HeadingAt level={level}>Next to it</HeadingAt>
          <ul>
            {map.neighbours.map((link) => (
              <li key={link.href}>
                <a href={link.href}>{link.text}</a>
              </li>
            ))}
          </ul>
        </figcaption>
      )}
    </figure>
  )
}
