/** Where a link starts a recording, for the embedded player: t=42, t=1m30s, start=42 or #t=42. Empty for the beginning. */
function startOf({ searchParams, hash }: URL): string {
  const given = searchParams.get('t') ?? searchParams.get('start') ?? new URLSearchParams(hash.slice(1)).get('t') ?? ''
  const [, hours = 0, minutes = 0, seconds = 0] = /^(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,6})s?)?$/.exec(given) ?? []
  const start = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return start > 0 ? `?start=${start}` : ''
}

/**
 * Turns a YouTube link into its embed link, using the `v` parameter; other links stay as typed (spec §5 "Video").
 */
export function embedAddress(typed: string): string {
  const url = URL.parse(typed)
  if (!url || !/(^|\.)youtube\.com$/i.test(url.hostname)) return typed
  const video = url.searchParams.get('v')
  return video && /^[\w-]+$/.test(video) ? `https://www.youtube.com/embed/${video}${startOf(url)}` : typed
}

const NO_COOKIES = 'www.youtube-nocookie.com'

/**
 * The embeddable player for a recording; for YouTube the one without cookies, if allowed. Null if there is none, or its host is not in `hosts` (the
 * society's allow list).
 */
export function playerAddress(typed: string, hosts: readonly string[]): string | null {
  const url = URL.parse(embedAddress(typed))
  if (!url || !/^https?:$/.test(url.protocol)) return null
  const host = url.hostname.replace(/^(www|m)\./, '')
  const allowed = (wanted: string, path: string) => (hosts.includes(wanted) ? `https://${wanted}${path}` : null)
  const named = (pattern: RegExp) => pattern.exec(url.pathname)?.[1]

  if (/^youtube(-nocookie)?\.com$|^youtu\.be$/.test(host)) {
    const id = named(host === 'youtu.be' ? /^\/([\w-]+)\/?$/ : /^\/(?:embed|shorts|live)\/([\w-]+)\/?$/)
    if (!id) return null
    const path = `/embed/${id}${startOf(url)}`
    return allowed(NO_COOKIES, path) ?? allowed('www.youtube.com', path)
  }
  if (host === 'vimeo.com' || host === 'player.vimeo.com') {
    const [, id, hash] = /^\/(?:video\/)?(\d+)(?:\/([\da-f]+))?\/?$/.exec(url.pathname) ?? []
    // An unlisted video has a hash, which the player needs as `h`.
    const key = hash ?? /^[\da-f]+$/.exec(url.searchParams.get('h') ?? '')?.[0]
    const start = startOf(url).replace('?start=', '#t=')
    return id ? allowed('player.vimeo.com', `/video/${id}${key ? `?h=${key}` : ''}${start}`) : null
  }
  return url.protocol === 'https:' && url.port === '' ? allowed(url.hostname, url.pathname + url.search) : null
}

/** The host without `www.`; empty for an invalid link. */
export const hostOf = (address: string): string => URL.parse(address)?.hostname.replace(/^www\./, '') ?? ''
