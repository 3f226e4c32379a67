import { plural } from '#rules/names/record-names.ts'
import { RIGHTS } from '#contract/rights.ts'
import type { Place } from './settings-map.ts'
import type { GoingLive } from '#stores/review/going-live.ts'
import type { SettingsStep } from '#stores/review/settings/settings.ts'

export const TEXT = {
  welcome: 'Welcome! Tell us about your archive.',
  welcomeHint: 'Names, town and e-mail address are enough to begin. Everything can be changed here later.',
  later: 'Not Now',
  notPostponed: "We couldn't put this off: the archive isn't answering. Please try again.",
  society: 'The society',
  livingHint:
    'A person without a recorded death is presumed living for a hundred years after the birth, or after what relatives, work, ownership and items tell of it. Of each person you can choose otherwise.',
  living: { names: 'Names only', hidden: 'Nothing', shown: 'Everything' },
  livingHow: 'What visitors see of them. Names only: no dates, family, portrait or biography.',
  livingYears: 'After so many years a person is no longer presumed living.',
  place: 'Place',
  placeHint: 'Move the map until your town is in the middle, or click on it. This is how the map opens for visitors.',
  mapLabel: 'Map: its middle is where the map of visitors opens',
  find: 'Find your town',
  findHint: 'A place of the archive by its name, coordinates such as 44.23, -76.49, or the address of another map.',
  notFound: 'No place of the archive has this name. Coordinates are in the address of most maps on the web.',
  goTo: ({ latitude, longitude }: Omit<Place, 'zoom'>) => `Go to ${latitude.toFixed(4)}, ${longitude.toFixed(4)}`,
  look: 'Look',
  logo: 'Logo',
  logoHint: 'Beside the name, at the top of every page. A PNG with a transparent background looks best.',
  chooseLogo: 'Choose a Picture…',
  removeLogo: 'Remove the Logo',
  noLogo: 'No logo yet.',
  palette: 'Colours of links and buttons',
  light: 'light',
  dark: 'dark',
  pictures: 'Watermark',
  picturesHint:
    'Burnt into each new picture, unless its author changes the words. Pictures that are there stay as they are. Leave the words empty for no watermark.',
  picturesHintFirst: 'Burnt into each picture, unless its author changes the words. Empty for the name of the society.',
  sample: 'A sample picture with the watermark',
  links: 'Links',
  linksHint: 'What is empty is left out of the pages.',
  embedsHint: 'Players of these hosts are shown once a visitor agrees. One host a line.',
  contexts: 'Local Contexts',
  contextsHint:
    'Items and collections can name a project of the Local Contexts Hub (localcontextshub.org). With a key, its Labels and Notices are fetched when the project is entered, and shown with text and picture. Without one, pages link to the project.',
  hubKey: 'API key of the Hub',
  hasHubKey: 'A key is saved. Enter another one to replace it.',
  noHubKey: 'From your account at localcontextshub.org.',
  saveHubKey: 'Save the Key and Fetch',
  removeHubKey: 'Remove the Key',
  fetchContexts: 'Fetch All Projects Again',
  contextProject: ({ title, labels }: { title: string; labels: number }) =>
    `${title}: ${plural(labels, 'Label or Notice', 'Labels and Notices')}`,
  texts: 'Texts of pages',
  textsHint:
    'In Markdown: **bold**, *italic*, [link](https://example.org), # heading, - list. Empty for the words that come with Lotline.',
  rightsHint:
    'What these two choices say to visitors and other programs, where an item has no rights statement of its own.',
  aboutHint: 'The page “About the archive”, before what it says about the licence.',
  contributeHint: 'On the page “Register”: how members of the community contribute.',
  welcomeTextHint: 'Below the name of the town, when the map is opened for the first time. Two sentences are enough.',
  taglineHint: 'One sentence, below the name.',
  emailHint: 'Visitors write to it, and letters are sent from it.',
  newSociety: 'The society itself',
  organizationHint:
    'Accounts of this organization are members of the society: they may also set collection, identifier and rights.',
  timeZoneHint: 'Of the days that pages name, such as “Last changed”.',
  languageHint:
    "The language of titles, descriptions and biographies: for screen readers, and for other catalogues. Lotline's own words, dates and numbers stay English.",
  baseMapsHint:
    'What the map lies on besides your own imagery. The first one is the default, unless there is imagery of 2015. The map of visitors has changes after the next build.',
  baseMap: (at: number) => `Base map ${at + 1}`,
  addBaseMap: 'Add a Base Map…',
  removeBaseMap: 'Remove',
  moveUp: 'Move Up',
  mapName: 'Name',
  mapYear: 'Year',
  mapYearHint: 'Of aerial pictures; empty for a map that is kept up to date.',
  mapKind: 'Kind of service',
  mapKinds: [
    ['tiles', 'Tiles'],
    ['wms', 'Map service (WMS)'],
  ],
  tileAddress: 'Address of the tiles',
  tileAddressHint: 'With {z}, {x} and {y}, such as https://tile.example.org/{z}/{x}/{y}.png.',
  deepest: 'Deepest zoom level',
  deepestHint: 'Usually 19. Beyond it, tiles are enlarged.',
  wmsAddress: 'Address of the service',
  wmsAddressHint: 'Without its query, such as https://maps.example.org/wms.',
  wmsLayers: 'Its layers',
  wmsLayersHint: 'As the service names them, separated by commas.',
  credit: 'Credit',
  creditHint: 'Shown in a corner of the map, such as © OpenStreetMap contributors.',
  creditLink: 'Link of the credit',
  save: 'Save the Settings',
  conflict: (who = 'Somebody else') =>
    `${who} changed the same settings after you opened this page. Which one counts? Nothing of yours is saved until you decide and save again.`,
} as const

const DONE: Record<Exclude<SettingsStep, 'same'>, string> = {
  saved: 'Saved.',
  logo: 'The logo is changed.',
  contexts: 'Saved.',
  noLogo: 'The logo is removed. The picture is in the trash.',
}
const PAGES: Record<GoingLive['state'], string> = {
  waiting: 'All pages are being built again; that takes a minute or more.',
  running: 'All pages are being built again; that takes a minute or more.',
  live: 'All pages show it now.',
  failed: 'But the pages could not be built, and are as they were before. The next build tries again.',
  later: 'The pages follow with the next build.',
}
/** What was done, and whether the pages show it. */
export const doneText = (step: SettingsStep, live: GoingLive | null) =>
  step === 'same'
    ? 'Nothing to save: you changed nothing.'
    : `${DONE[step]} ${PAGES[live?.state ?? 'waiting']} ${live?.message ?? ''}`.trim()

/** What the wizard's choices of copyright may mean. */
export const RIGHTS_CHOICES = [['', 'Nothing'], ...Object.entries(RIGHTS)] as const

export const LANGUAGES = [
  ['en-CA', 'English (Canada)'],
  ['en-US', 'English (United States)'],
  ['en-GB', 'English (United Kingdom)'],
  ['en-IE', 'English (Ireland)'],
  ['en-AU', 'English (Australia)'],
  ['en-NZ', 'English (New Zealand)'],
  ['fr-CA', 'French (Canada)'],
  ['fr', 'French'],
  ['ga', 'Irish'],
  ['gd', 'Scottish Gaelic'],
  ['cy', 'Welsh'],
  ['nl', 'Dutch'],
  ['de', 'German'],
  ['es', 'Spanish'],
  ['it', 'Italian'],
  ['pt', 'Portuguese'],
  ['da', 'Danish'],
  ['nb', 'Norwegian'],
  ['sv', 'Swedish'],
  ['fi', 'Finnish'],
  ['pl', 'Polish'],
  ['uk', 'Ukrainian'],
  ['he', 'Hebrew'],
  ['ar', 'Arabic'],
] as const
