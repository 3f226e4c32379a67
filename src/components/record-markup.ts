import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { EMPTY } from '#contract/messages.ts'
import { ItemsPart } from '#islands/parts/ItemsPart.tsx'
import { PartsOfOrganization, PartsOfPerson } from '#islands/parts/RecordParts.tsx'
import { PartSections } from '#islands/zone/PartSections.tsx'
import { ZoneOverview } from '#islands/zone/ZoneOverview.tsx'
import { ZoneYears } from '#islands/zone/ZoneYears.tsx'
import type { OrganizationParts, PersonParts } from '#rules/overview-parts.ts'
import type { ZoneOverview as Zone } from '#rules/zone-overview.ts'

/**
 * Components of the live shell and of the map's popup as plain markup, drawn once when the site is built: pages of reading have no React. A part that
 * is not shown at first can be found in (`hidden="until-found"`), which React has no word for; texts hold no tags, so that only tags are changed.
 */
const plain = (element: ReactElement): string =>
  renderToStaticMarkup(element).replaceAll('<section hidden=""', '<section hidden="until-found"')

/** `api` is what stands before `/api/…`. */
export const personMarkup = (parts: PersonParts, api: string): string =>
  plain(createElement(PartsOfPerson, { parts, api }))

export const organizationMarkup = (parts: OrganizationParts, api: string): string =>
  plain(createElement(PartsOfOrganization, { parts, api }))

/** The zone overview, the component of the popup. */
export const zoneMarkup = (overview: Zone, api: string): string => {
  const { items, itemCount: count, pk } = overview
  return plain(
    createElement(ZoneOverview, {
      overview,
      level: 1,
      Parts: PartSections,
      years: createElement(ZoneYears, { overview, level: 2 }),
      items: createElement(ItemsPart, {
        of: { items, count, asked: `location=${pk}` },
        api,
        empty: EMPTY.zoneItems,
        level: 3,
      }),
    }),
  )
}
