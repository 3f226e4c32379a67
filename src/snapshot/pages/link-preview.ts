import { hash } from 'node:crypto'
import { LINK_PREVIEW } from '#contract/limits.ts'
import { pictureOfAddress } from '#rules/media/read-address.ts'
import { previewPath } from '#rules/media/site-media.ts'
import type { SnapshotMeta } from '../plans.ts'
import type { PageView } from './page-view.ts'
import { society } from '#society'

/**
 * What other sites show of a page of a record or list: its title with its picture or plan, drawn when our server is first asked for it (server/site/page-previews.ts). The
 * address changes with all that is on it. Other pages have the society's picture, and those of another kind of server their own.
 */
export function linkPreview(
  { address, title, picture, placePlan: plan, trail }: Omit<PageView, 'description'>,
  { pictures, counter }: Pick<SnapshotMeta, 'pictures' | 'counter'>,
): { src: string; alt: string; size?: { width: number; height: number } } {
  if (counter === null || trail.length < 2 || !/^\/[\w-]+(?:\/[\w-]+)+\/$/.test(address))
    return picture ?? { src: '/pictures/share.jpg', alt: society.tagline, size: LINK_PREVIEW }
  const { source, version } = (!plan && picture && pictureOfAddress(picture.src)) || {}
  // The number changes whenever the same page would be drawn in another way (server/scans/link-preview.ts).
  const text = hash('sha256', JSON.stringify([1, title, society.siteName, plan, version])).slice(0, 16)
  const shown = plan ? 'plan-' : source ? `${source.kind}-${source.id}-` : ''
  const src = `${pictures}${previewPath(address)}?v=${shown}${text}`
  return { src, alt: plan || !picture ? title : picture.alt, size: LINK_PREVIEW }
}
