/**
 * The one file a society edits: its name, links, map centre, overlays, base maps, default watermark.
 * Everything here is public; nothing here is secret.
 */
export const society = {
  /** Shown in the header, in page titles and as the default watermark. */
  name: 'Brannock Bay Historical Society',
  /** The archive itself, as the home page and search engines call it. */
  siteName: 'Brannock Bay Archive',
  tagline: 'A town’s history, mapped lot by lot.',
  town: 'Brannock Bay, Ontario',
  email: 'archive@brannockbay.example',
  language: 'en-CA',
  /** The id of the society's own organization: its members have extra rights (spec §6). */
  organizationId: 1,
  links: {
    mainWebsite: 'https://www.brannockbay.example/',
    donate: 'https://www.brannockbay.example/donate/',
    tutorial: 'https://www.youtube.com/watch?v=brannockbay1',
  },
  watermark: { text: 'Brannock Bay Historical Society', color: 'black', position: 'bottom right' },
  /** Rights that the archive as a whole states for what it publishes. */
  licence: { name: 'Creative Commons Attribution 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
} as const

export type Society = typeof society
