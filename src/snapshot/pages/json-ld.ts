import type { ItemType } from '#contract/item.ts'
import { ADDRESS, type Link } from '#rules/addresses/page-addresses.ts'
import { isLicence } from '#rules/citations/rights.ts'
import { society } from '#society'
import type { ItemPage } from './item-page.ts'
import type { OrganizationPage } from './organization-page.ts'
import type { PersonPage } from './person-page.ts'
import type { StoryPage } from './story-pages.ts'
import type { ZonePage } from './zone-page.ts'
import type { PageView } from './page-view.ts'
import type { Listing, ListView } from './browse/listing.ts'

export type Thing = { '@type': string | string[] } & Record<string, unknown>

/** The script's text. `<` is escaped so that no text of the archive can close the element (HTML §4.12.1.3). */
export const jsonLdText = (things: readonly Thing[]): string =>
  JSON.stringify({ '@context': 'https://schema.org', '@graph': things }).replaceAll('<', '\\u003c')

export const absolute = (address: string, site: URL): string => new URL(address, site).href

export const breadcrumbs = (trail: readonly Link[], site: URL): Thing => ({
  '@type': 'BreadcrumbList',
  itemListElement: trail.map((link, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: link.text,
    item: absolute(link.href, site),
  })),
})

/** The archive as the holding institution. */
export const archiveOrganization = (site: URL): Thing => ({
  '@type': 'ArchiveOrganization',
  '@id': absolute(`${ADDRESS.map}#archive`, site),
  name: society.siteName,
  url: absolute(ADDRESS.map, site),
  email: society.email,
  parentOrganization: { '@type': 'Organization', name: society.name, url: society.links.mainWebsite || undefined },
})

const TYPES: Record<ItemType, string> = {
  photograph: 'Photograph',
  postcard: 'VisualArtwork',
  event: 'Event',
  video: 'VideoObject',
  oral_history: 'AudioObject',
  object: 'CreativeWork',
  newspaper: 'Newspaper',
  paper_record: 'CreativeWork',
}

export const filled = (thing: Thing): Thing =>
  Object.fromEntries(
    Object.entries(thing).filter(
      ([, value]) =>
        value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  ) as Thing

/** The page of a record, and when it was last changed: `dateModified` of the record itself would be about a photograph or a person. */
const pageOf = (url: string, changed: string | undefined): Thing | undefined =>
  changed ? { '@type': 'WebPage', url, dateModified: changed } : undefined

/** A node about a page, without empty properties. */
const aboutPage = (
  type: string,
  { address }: { address: string },
  changed: string | undefined,
  site: URL,
  more: object,
): Thing => {
  const url = absolute(address, site)
  return filled({ '@type': type, '@id': url, url, mainEntityOfPage: pageOf(url, changed), ...more })
}

/** An event is an Event; any other item is a Photograph or similar, and an ArchiveComponent. */
export function itemJsonLd(page: ItemPage, site: URL): Thing {
  const url = absolute(page.address, site)
  const picture = page.pictures[0]
  const { rights } = page.tools
  const text = (term: string) => page.record.find((row) => row.term === term)?.values ?? []
  const place = page.place && { '@type': 'Place', name: page.place.text, url: absolute(page.place.href, site) }
  const image = picture && absolute(picture.full, site)
  const common = {
    '@id': url,
    url,
    name: page.title,
    description: page.description,
    image,
    mainEntityOfPage: pageOf(url, page.changed),
  }
  if (page.type === 'event') {
    const startDate = page.edtf.split('/').find((date) => date !== '..')
    return filled({ '@type': 'Event', ...common, startDate, location: place })
  }
  return filled({
    '@type': [TYPES[page.type], 'ArchiveComponent'],
    ...common,
    thumbnailUrl: page.type === 'video' ? image : undefined,
    // Only a player's URL, since the link itself may lead to any web page.
    embedUrl: page.recording?.player,
    sameAs: page.recording?.href,
    dateCreated: page.date?.machine ?? undefined,
    temporalCoverage: page.edtf,
    contentLocation: place,
    about: text('Subjects').map((value) => value.text),
    mentions: text('People').map((value) =>
      filled({ '@type': 'Person', name: value.text, url: value.href && absolute(value.href, site) }),
    ),
    creator: page.creators,
    identifier: page.identifier,
    // A rights statement is no licence.
    ...(rights.uri && { [isLicence(rights.uri) ? 'license' : 'usageInfo']: rights.uri }),
    copyrightHolder: rights.holder && { '@type': 'Thing', name: rights.holder },
    creditText: rights.credit,
    conditionsOfAccess: text('Local Contexts').map((value) => value.href ?? value.text),
    holdingArchive: { '@id': absolute(`${ADDRESS.map}#archive`, site) },
  })
}

const sameAs = ({ same = [] }: { same?: readonly Link[] | undefined }) => same.map(({ href }) => href)

export const personJsonLd = (page: PersonPage, site: URL): Thing =>
  aboutPage('Person', page, page.changed, site, {
    name: page.name,
    givenName: page.givenName,
    familyName: page.familyName,
    birthDate: page.born,
    deathDate: page.died,
    description: page.biography && page.description,
    image: page.picture && absolute(page.picture.src, site),
    sameAs: sameAs(page),
    parent: page.family.parents.map((link) => relative(link, site)),
    sibling: page.family.siblings.map((link) => relative(link, site)),
    spouse: page.family.spouses.map((link) => relative(link, site)),
    children: page.family.children.map((link) => relative(link, site)),
  })
const relative = (link: Link, site: URL): Thing => ({
  '@type': 'Person',
  name: link.text,
  url: absolute(link.href, site),
})

export const organizationJsonLd = (page: OrganizationPage, site: URL): Thing =>
  aboutPage('Organization', page, page.changed, site, {
    name: page.name,
    alternateName: page.altnames,
    description: page.text && page.description,
    foundingDate: page.opened,
    dissolutionDate: page.closed,
    sameAs: sameAs(page),
    location: page.locations.map(({ zone }) => ({ '@type': 'Place', name: zone.text, url: absolute(zone.href, site) })),
  })

export const zoneJsonLd = (page: ZonePage, site: URL): Thing =>
  aboutPage('Place', page, page.zone.changed, site, {
    name: page.zone.name,
    alternateName: page.zone.altnames,
    address: page.zone.streetAddress,
    sameAs: sameAs(page.zone),
    description: page.zone.descriptions[0] && page.description,
    geo: page.centre && { '@type': 'GeoCoordinates', longitude: page.centre[0], latitude: page.centre[1] },
  })

export const storyJsonLd = (page: StoryPage, site: URL): Thing =>
  aboutPage('Article', page, page.changed, site, {
    headline: page.heading,
    description: page.description,
    image: page.picture && absolute(page.picture.src, site),
    mentions: page.parts.flatMap((part) =>
      'name' in part ? { '@type': 'Thing', name: part.name, url: absolute(part.href, site) } : [],
    ),
    publisher: { '@id': absolute(`${ADDRESS.map}#archive`, site) },
  })

/** A schema.org CollectionPage; positions count from the start of the list, or of its years. `same`: its subject at other sites. */
export function collectionPageJsonLd(
  page: PageView & Pick<ListView, 'changed'>,
  site: URL,
  listing?: Listing,
  same: readonly Link[] = [],
): Thing {
  return filled({
    '@type': 'CollectionPage',
    '@id': absolute(page.address, site),
    url: absolute(page.address, site),
    name: page.title,
    description: page.description,
    dateModified: page.changed,
    isPartOf: { '@id': absolute(`${ADDRESS.map}#archive`, site) },
    about: same.length > 0 ? { '@type': 'Thing', name: page.title, sameAs: sameAs({ same }) } : undefined,
    mainEntity: listing && listing.cards.length > 0 ? itemList(listing, site) : undefined,
  })
}

const itemList = ({ cards, from, total }: Listing, site: URL): Thing => ({
  '@type': 'ItemList',
  ...(total !== undefined && { numberOfItems: total }),
  itemListElement: cards.map((link, at) => ({
    '@type': 'ListItem',
    position: from + at,
    url: absolute(link.href, site),
  })),
})
