import type { SettingsEdit } from '#contract/settings.ts'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'

/** What the demo town's society has set for its archive. */
export const DEMO_SETTINGS = {
  name: 'Brannock Bay Historical Society',
  siteName: 'Brannock Bay Archive',
  town: 'Brannock Bay, Ontario',
  email: 'archive@brannockbay.example',
} as const satisfies SettingsEdit

/** Where a society has its website and its tutorial, the demo leads to pages of its own. */
export const demoLinks = (site: string) => ({
  mainWebsite: `${site}${ADDRESS.about}`,
  donate: `${site}${ADDRESS.register}`,
  tutorial: `${site}${ADDRESS.search}`,
})
