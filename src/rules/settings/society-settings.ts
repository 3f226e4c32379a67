import type { Logo, SettingsEdit, SocietySettings, StoredSettings } from '#contract/settings.ts'
import type { BaseMapEntry } from '#contract/map-layers.ts'
import { fromMercator, toMercator } from '#rules/map/geometry.ts'
import { meaningOf } from '#rules/citations/rights.ts'
import { look } from '#look'
import { society } from '#society'
import { texts } from '#texts'

type Society = typeof society
type Look = typeof look
type Texts = typeof texts

/** As they are in the code, whatever is applied later. */
const DEFAULTS: { society: Society; look: Look; texts: Texts } = structuredClone({ society, look, texts })

const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6

export function defaultSettings({ society: own, look: style, texts: words } = DEFAULTS): SocietySettings {
  const { name, organizationId, siteName, tagline, town, email, language, links, licence, watermark, map, embeds } = own
  const [longitude, latitude] = fromMercator(map.centre)
  const { watermarkSize, watermarkOpacity } = style
  return {
    ...{ name, organizationId, siteName, tagline, town, email, language },
    ...{ living: 'names', livingYears: 100 },
    timeZone: own.timeZone || new Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...{ mainWebsite: links.mainWebsite, donate: links.donate, tutorial: links.tutorial },
    ...{ licenceName: licence.name, licenceUrl: licence.url },
    publicDomainRights: meaningOf('Public Domain', own.copyright),
    userResponsibilityRights: meaningOf('User Responsibility', own.copyright),
    ...{ longitude: rounded(longitude), latitude: rounded(latitude), zoom: map.zoom },
    ...{ watermarkText: watermark.text, watermarkColor: watermark.color, watermarkPosition: watermark.position },
    ...{ watermarkSize, watermarkOpacity, palette: style.palette as SocietySettings['palette'] },
    embeds: [...embeds],
    ...{ aboutText: words.about, contributeText: words.contribute, welcomeText: words.welcome },
    baseMaps: baseMapsOf(own).filter(({ layers }) => !layers),
  }
}

/** `society` has the types of its literals. */
const baseMapsOf = ({ map }: Society): BaseMapEntry[] => structuredClone(map.baseMaps) as object as BaseMapEntry[]

/** The settings as they apply. The watermark is the society's name, unless another one is set (spec §9). */
export function settingsWith(stored: SettingsEdit): SocietySettings {
  const defaults = defaultSettings()
  return { ...defaults, watermarkText: defaults.watermarkText || (stored.name ?? ''), ...stored }
}

/** What society.ts says as it comes: an archive without a name. */
export const UNNAMED = {
  name: 'Local History Society',
  siteName: 'Local History Archive',
  town: 'our town',
  email: 'archive@example.org',
} as const satisfies SettingsEdit
/** Settings for a first form, which has fields to fill in where nothing was set. */
export const withoutUnnamed = (settings: SocietySettings): SocietySettings => ({
  ...settings,
  ...Object.fromEntries(
    Object.entries(UNNAMED).flatMap(([name, text]) =>
      settings[name as keyof typeof UNNAMED] === text ? [[name, '']] : [],
    ),
  ),
})

/** The society, its look and its texts with these settings; what is not set stays as in the code, to the digit. */
export function withSettings(stored: StoredSettings): { society: Society; look: Look; texts: Texts } {
  const { society: own, look: style } = DEFAULTS
  const all = settingsWith(stored)
  const { name, organizationId, siteName, tagline, town, email, language, mainWebsite, donate, tutorial, embeds } = all
  const { watermarkText: text, watermarkColor: color, watermarkPosition: position } = all
  const { palette, watermarkSize, watermarkOpacity } = all
  const isMoved = stored.longitude !== undefined || stored.latitude !== undefined
  const centre = isMoved ? toMercator([all.longitude, all.latitude]) : own.map.centre
  const applied = {
    ...own,
    ...{ name, organizationId, siteName, tagline, town, email, language, embeds, timeZone: all.timeZone },
    links: { ...own.links, mainWebsite, donate, tutorial },
    watermark: { ...own.watermark, text, color, position },
    map: { ...own.map, centre, zoom: all.zoom, ...(stored.baseMaps && { baseMaps: withOwnLayers(stored.baseMaps) }) },
    licence: { name: all.licenceName, url: all.licenceUrl },
    copyright: { 'Public Domain': stored.publicDomainRights, 'User Responsibility': stored.userResponsibilityRights },
  }
  return {
    // `society` has the types of its literals.
    society: applied as object as Society,
    look: { palette, watermarkSize, watermarkOpacity, logo: stored.logo ? sizeOf(stored.logo) : style.logo },
    texts: { about: all.aboutText, contribute: all.contributeText, welcome: all.welcomeText },
  }
}

/** Base maps of the archive's own layers that society.ts names come first. */
const withOwnLayers = (others: readonly BaseMapEntry[]): BaseMapEntry[] => [
  ...baseMapsOf(DEFAULTS.society).filter(({ layers }) => layers),
  ...others,
]

const sizeOf = ({ width, height, version }: Logo) => ({ width, height, version })

/** Makes `society`, `look` and `texts` those of an archive, in this process. Builds call it before they read any; servers read settings from the database. */
export function applySettings(stored: StoredSettings): void {
  const applied = withSettings(stored)
  Object.assign(society, applied.society)
  Object.assign(look, applied.look)
  Object.assign(texts, applied.texts)
}
