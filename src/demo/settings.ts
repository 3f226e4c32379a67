import type { SettingsEdit } from '#contract/settings.ts'

/** What the demo town's society has set for its archive. */
export const DEMO_SETTINGS = {
  name: 'Brannock Bay Historical Society',
  siteName: 'Brannock Bay Archive',
  town: 'Brannock Bay, Ontario',
  email: 'archive@brannockbay.example',
  mainWebsite: 'https://www.brannockbay.example/',
  donate: 'https://www.brannockbay.example/donate/',
  tutorial: 'https://www.youtube.com/watch?v=brannockbay1',
} as const satisfies SettingsEdit
