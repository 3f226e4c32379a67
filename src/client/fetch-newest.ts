/**
 * `fetch` for programs that record what they have read, such as builds: an API with a read replica, or a cache in front, answers with the newest
 * (RFC 9111 §5.2.1.4).
 */
export const fetchNewest: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers)
  headers.set('cache-control', 'no-cache')
  return globalThis.fetch(input, { ...init, headers })
}
