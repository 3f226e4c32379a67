import type { SettingName, SocietySettings } from '#contract/settings.ts'

/** What each setting is called in forms, questions and messages. */
export const SETTING_LABELS: Record<SettingName, string> = {
  name: 'Name of the society',
  organizationId: 'The society among the organizations',
  siteName: 'Name of the archive',
  tagline: 'Tagline',
  town: 'Town',
  email: 'E-mail address of the archive',
  mainWebsite: 'Main website',
  donate: 'Page for donations',
  tutorial: 'Tutorial',
  licenceName: 'Licence of the texts',
  licenceUrl: 'Address of the licence',
  publicDomainRights: '“Public Domain” of items',
  userResponsibilityRights: '“User Responsibility” of items',
  language: 'Language of the collection',
  timeZone: 'Time zone',
  living: 'Living people',
  livingYears: 'Years after the birth',
  latitude: 'Latitude',
  longitude: 'Longitude',
  zoom: 'Zoom level',
  palette: 'Colours',
  watermarkText: 'Watermark',
  watermarkColor: 'Colour of the watermark',
  watermarkPosition: 'Position of the watermark',
  watermarkSize: 'Width of the watermark in percent of the picture',
  watermarkOpacity: 'Opacity of the watermark in percent',
  embeds: 'Sites whose videos may be shown',
  aboutText: 'About the archive',
  contributeText: 'Contribute',
  welcomeText: 'Welcome on the map',
  baseMaps: 'Base maps of other servers',
}

const NUMBERS: readonly SettingName[] = [
  'organizationId',
  'livingYears',
  'latitude',
  'longitude',
  'zoom',
  'watermarkSize',
  'watermarkOpacity',
]

/** A typed setting as the contract has it; it still has to be checked. */
export function settingFromText(name: SettingName, text: string): unknown {
  if (name === 'embeds') return text.split(/[\s,]+/).filter((host) => host !== '')
  if (name === 'baseMaps') return fromJson(text)
  if (!NUMBERS.includes(name)) return text
  // A number that is missing is no zero.
  return text.trim() === '' ? NaN : Number(text.trim().replace(',', '.'))
}

/** Base maps are written as JSON: each has several fields. */
const fromJson = (text: string): unknown => {
  try {
    return text.trim() === '' ? [] : JSON.parse(text)
  } catch {
    return text
  }
}

export const settingText = (value: SocietySettings[SettingName]): string => {
  if (!Array.isArray(value)) return String(value)
  return value.every((each) => typeof each === 'string') ? value.join('\n') : JSON.stringify(value)
}
