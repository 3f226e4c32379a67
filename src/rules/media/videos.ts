/**
 * Turns a YouTube link into its embed link, using the `v` parameter; other links stay as typed (spec §5 "Video").
 */
export function embedAddress(typed: string): string {
  const url = URL.parse(typed)
  if (!url || !/(^|\.)youtube\.com$/i.test(url.hostname)) return typed
  const video = url.searchParams.get('v')
  return video && /^[\w-]+$/.test(video) ? `https://www.youtube.com/embed/${video}` : typed
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
    return allowed(NO_COOKIES, `/embed/${id}`) ?? allowed('www.youtube.com', `/embed/${id}`)
  }
  if (host === 'vimeo.com' || host === 'player.vimeo.com') {
    const [, id, hash] = /^\/(?:video\/)?(\d+)(?:\/([\da-f]+))?\/?$/.exec(url.pathname) ?? []
    // An unlisted video has a hash, which the player needs as `h`.
    const key = hash ?? /^[\da-f]+$/.exec(url.searchParams.get('h') ?? '')?.[0]
    return id ? allowed('player.vimeo.com', `/video/${id}${key ? `?h=${key}` : ''}`) : null
  }
  return url.protocol === 'https:' && url.port === '' ? allowed(url.hostname, url.pathname + url.search) : null
}

/** The host without `www.`; empty for an invalid link. */
export const hostOf = (address: string): string => URL.parse(address)?.hostname.replace(/^www\./, '') ?? ''
