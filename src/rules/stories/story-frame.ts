import { storyCardAddress } from '../addresses/page-addresses.ts'

/** CSS pixels of a story's card on another website. */
export const STORY_FRAME = { width: 480, height: 360 }

/** The markup that shows a story's card on another website. `site`: where the archive is published. */
export function storyFrame({ id, title }: { id: number; title: string }, site: string): string {
  const { width, height } = STORY_FRAME
  const name = title.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  const src = new URL(storyCardAddress(id), site).href
  return `<iframe src="${src}" title="${name}" width="${width}" height="${height}" style="border:0;max-width:100%" loading="lazy"></iframe>`
}
