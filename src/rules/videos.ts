/**
 * A link from a video-sharing service as its embed link, made from its `v` parameter; other links stay as typed (spec §5 "Video").
 */
export function embedAddress(typed: string): string {
  const url = URL.parse(typed)
  if (!url || !/(^|\.)youtube\.com$/i.test(url.hostname)) return typed
  const video = url.searchParams.get('v')
  return video && /^[\w-]+$/.test(video) ? `https://www.youtube.com/embed/${video}` : typed
}

/** The host of a link as people know it: `youtube.com`; empty when it cannot be read. */
export const hostOf = (address: string): string => URL.parse(address)?.hostname.replace(/^www\./, '') ?? ''
