import * as v from 'valibot'
import { between, wholeBetween } from './checks.ts'
import { list, text, timestamp, webAddress } from './fields.ts'
import { MAP } from './limits.ts'
import { LIVING_MODES, LIVING_YEARS } from './living.ts'
import { foreignBaseMap } from './map-layers.ts'
import { FIELD } from './messages.ts'
import { rightsUri } from './rights-uri.ts'
import { actor } from './record.ts'
import { watermarkColor, watermarkPosition } from './scan.ts'

/** Colour schemes of the pages; each has AA contrast in light and dark (rules/settings/palettes.ts). */
export const PALETTES = ['lake', 'forest', 'wine', 'plum', 'slate'] as const
/** Bounds of what is burnt into pictures, in percent: the width it may take at most, and its opacity. */
export const WATERMARK_SIZE = { least: 5, most: 50 } as const
export const WATERMARK_OPACITY = { least: 20, most: 100 } as const
const ZOOM = { least: MAP.minimumZoom, most: 19 } as const
const LENGTH = 120
const MAX_ID = Number.MAX_SAFE_INTEGER
const MAX_EMBEDS = 20
/** Characters of a host name (RFC 1035 §2.3.4). */
const MAX_HOST = 253
const MAX_BASE_MAPS = 12

/** The first thing that is wrong is enough. */
const FIRST = { abortPipeEarly: true } as const
/** `what` begins the error message. */
const line = (what: string, maximum = LENGTH) =>
  v.config(
    v.pipe(
      v.string(FIELD.text),
      v.trim(),
      v.maxLength(maximum, `${what} can have at most ${maximum} characters.`),
      v.regex(/^\P{Cc}*$/u, `${what} has to be a single line.`),
      v.check((text) => text.isWellFormed(), FIELD.brokenText),
    ),
    FIRST,
  )
/** Empty for none; never missing, so that an edit of others leaves it as it is. */
const link = webAddress.wrapped
const requiredLine = (what: string) => v.pipe(line(what), v.nonEmpty(`${what} can't be empty.`))

/** `Intl` throws at what it does not know. */
const isKnown = (ask: () => boolean): boolean => {
  try {
    return ask()
  } catch {
    return false
  }
}
/** A language tag (BCP 47). */
const isLanguage = (tag: string) => isKnown(() => Intl.getCanonicalLocales(tag).length === 1)
/** As IANA names them. */
const isTimeZone = (timeZone: string) =>
  isKnown(() => Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '')

/** What a society sets for its archive: one row of the database each. society.ts, look.ts and texts.ts have the defaults. */
export const societySettings = v.object({
  name: requiredLine('The name of the society'),
  /** The society's own organization: its members have extra rights (spec §6). */
  organizationId: wholeBetween({ least: 1, most: MAX_ID }),
  siteName: requiredLine('The name of the archive'),
  tagline: line('The tagline', 200),
  town: requiredLine('The town'),
  email: v.config(
    v.pipe(requiredLine('The e-mail address'), v.rfcEmail('Enter an e-mail address such as archive@example.org.')),
    FIRST,
  ),
  mainWebsite: link,
  donate: link,
  tutorial: link,
  licenceName: requiredLine('The licence'),
  licenceUrl: v.pipe(link, v.nonEmpty(FIELD.required)),
  /** What the wizard's two choices of copyright mean (spec §9), as URIs of rights.ts; empty for nothing. */
  publicDomainRights: rightsUri.wrapped,
  userResponsibilityRights: rightsUri.wrapped,
  /** Of titles, descriptions and biographies (BCP 47). Sentences, dates and numbers of the pages are English. */
  language: v.config(
    v.pipe(line('The language', 35), v.check(isLanguage, 'Enter a language code such as en-CA.')),
    FIRST,
  ),
  /** Of the days that pages name. */
  timeZone: v.config(
    v.pipe(line('The time zone', 64), v.check(isTimeZone, 'Enter a time zone such as America/Toronto.')),
    FIRST,
  ),
  /** What visitors see of people who are presumed living, and for how many years after a birth. */
  living: v.picklist(LIVING_MODES, FIELD.oneOf(LIVING_MODES)),
  livingYears: wholeBetween(LIVING_YEARS),
  /** Where the map opens: degrees (EPSG:4326) and zoom level. */
  latitude: between(-85, 85),
  longitude: between(-180, 180),
  zoom: wholeBetween(ZOOM),
  palette: v.picklist(PALETTES, FIELD.oneOf(PALETTES)),
  /** Burnt into pictures, unless their author chooses another text; empty for none. */
  watermarkText: line('The watermark'),
  watermarkColor,
  watermarkPosition,
  watermarkSize: wholeBetween(WATERMARK_SIZE),
  watermarkOpacity: wholeBetween(WATERMARK_OPACITY),
  /** Hosts whose video players may be embedded. */
  embeds: list(
    v.pipe(
      v.string(FIELD.text),
      v.trim(),
      v.maxLength(MAX_HOST, FIELD.maximum(MAX_HOST)),
      v.toLowerCase(),
      v.regex(/^[a-z\d-]+(\.[a-z\d-]+)+$/, 'Enter host names such as player.vimeo.com.'),
    ),
    MAX_EMBEDS,
    FIELD.text,
  ),
  /** Markdown of the pages About and Contribute, and of the welcome on the map; empty for that of Lotline. A build hands them on in its environment, which limits their length. */
  aboutText: text(8000),
  contributeText: text(8000),
  welcomeText: text(600),
  /** Base maps of other servers; the first is the default where the archive has no imagery of its own. */
  baseMaps: v.pipe(
    list(foreignBaseMap, MAX_BASE_MAPS, 'Enter a list of base maps.'),
    v.check((all) => new Set(all.map(({ id }) => id)).size === all.length, 'Each base map needs an id of its own.'),
  ),
})
export type SocietySettings = v.InferOutput<typeof societySettings>
export type SettingName = keyof SocietySettings
export const SETTING_NAMES = Object.keys(societySettings.entries) as SettingName[]

/** The logo in the header: pixels, a version for caches, and the picture itself (PNG, base64). */
export const logo = v.object({
  width: v.number(),
  height: v.number(),
  version: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)),
  png: v.pipe(v.string(), v.base64()),
})
export type Logo = v.InferOutput<typeof logo>

/** PATCH /api/settings/: settings left out stay as they are. */
export const settingsEdit = v.partial(societySettings)
export type SettingsEdit = v.InferOutput<typeof settingsEdit>

/** GET /api/settings/: what has been set so far; the build has defaults for the rest. */
export const storedSettings = v.object({ ...settingsEdit.entries, logo: v.optional(logo) })
export type StoredSettings = v.InferOutput<typeof storedSettings>

/** PATCH /api/settings/local-contexts/: fetches projects again, with another key for the Hub's API if one is sent; an empty one removes it. */
export const hubKey = v.object({ key: v.optional(line('The key', 200)) })

/** GET /api/settings/form/, for administrators: all settings as they apply now. */
export const settingsForm = v.object({
  settings: societySettings,
  /** Of the settings, without the logo: an edit names it in If-Match. */
  version: v.string(),
  logo: v.nullable(logo),
  /** Projects of Local Contexts that were fetched, with the number of their Labels and Notices. */
  contexts: v.array(v.object({ id: v.string(), title: v.string(), labels: v.number() })),
  has_hub_key: v.boolean(),
  /** A new archive whose settings wait to be made. */
  first_run: v.boolean(),
  /** The last change; `by` is null for the command line. */
  changed: v.nullable(v.object({ at: timestamp, by: v.nullable(actor) })),
})
export type SettingsForm = v.InferOutput<typeof settingsForm>
