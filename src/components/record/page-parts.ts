import { AllItems } from './AllItems.tsx'
import { PictureStrip } from './PictureStrip.tsx'
import { pagedTable } from './TablePager.tsx'

/** Parts of a record that only its static page has: the live shell and the map's popup need not load them. */
export const PAGE_PARTS = { AllItems, PictureStrip, pagedTable }
export type PageParts = typeof PAGE_PARTS
