import type { Logo, SocietySettings, StoredSettings } from '#contract/settings.ts'
import { fromMercator, toMercator } from '#rules/map/geometry.ts'
import { look } from '#look'
import { society } from '#society'

type Society = typeof society
type Look = typeof look

/** As they are in the code, whatever is applied later. */
const DEFAULTS: { society: Society; look: Look } = structuredClone({ society, look })

const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6

/** The settings that society.ts and look.ts have. */
export function defaultSettings({ society: own, look: style } = DEFAULTS): SocietySettings {
  const { name, siteName, tagline, town, email, language, links, licence, watermark, map, embeds } = own
  const [longitude, latitude] = fromMercator(map.centre)
  const { watermarkSize, watermarkOpacity } = style
  return {
    ...{ name, siteName, tagline, town, email, language },
    ...{ mainWebsite: links.mainWebsite, donate: links.donate, tutorial: links.tutorial },
    ...{ licenceName: licence.name, licenceUrl: licence.url },
    ...{ longitude: rounded(longitude), latitude: rounded(latitude), zoom: map.zoom },
    ...{ watermarkText: watermark.text, watermarkColor: watermark.color, watermarkPosition: watermark.position },
    ...{ watermarkSize, watermarkOpacity, palette: style.palette as SocietySettings['palette'] },
    embeds: [...embeds],
  }
}

/** The demo town's society, which society.ts has as it comes. */
const DEMO_SOCIETY = 'Brannock Bay Historical Society'
/** What a new archive must not take over from the demo town; nothing where society.ts was edited. */
export const notOfDemo = (settings: SocietySettings): Partial<SocietySettings> =>
  settings.name === DEMO_SOCIETY ? { mainWebsite: '', donate: '', tutorial: '' } : {}

/** The society and its look with these settings; what is not set stays as in the code, to the digit. */
export function withSettings(stored: StoredSettings): { society: Society; look: Look } {
  const { society: own, look: style } = DEFAULTS
  const all = { ...defaultSettings(), ...stored }
  const { name, siteName, tagline, town, email, language, mainWebsite, donate, tutorial, embeds } = all
  const { watermarkText: text, watermarkColor: color, watermarkPosition: position } = all
  const { palette, watermarkSize, watermarkOpacity } = all
  const isMoved = stored.longitude !== undefined || stored.latitude !== undefined
  const centre = isMoved ? toMercator([all.longitude, all.latitude]) : own.map.centre
  const applied = {
    ...own,
    ...{ name, siteName, tagline, town, email, language, embeds },
    links: { ...own.links, mainWebsite, donate, tutorial },
    watermark: { ...own.watermark, text, color, position },
    map: { ...own.map, centre, zoom: all.zoom },
    licence: { name: all.licenceName, url: all.licenceUrl },
  }
  return {
    // `society` has the types of its literals.
    society: applied as object as Society,
    look: { palette, watermarkSize, watermarkOpacity, logo: stored.logo ? sizeOf(stored.logo) : style.logo },
  }
}

const sizeOf = ({ width, height, version }: Logo) => ({ width, height, version })

/** Makes `society` and `look` those of an archive, in this process. Builds call it before they read either; servers read settings from the database. */
export function applySettings(stored: StoredSettings): void {
  const applied = withSettings(stored)
  Object.assign(society, applied.society)
  Object.assign(look, applied.look)
}
