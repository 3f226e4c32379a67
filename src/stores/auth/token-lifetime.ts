/** Milliseconds that a JSON web token lives, by its own `iat` and `exp` (RFC 7519 §4.1); null if it does not say. */
export function tokenLifetime(token: string): number | null {
  try {
    const payload = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')
    const { iat, exp } = JSON.parse(atob(payload)) as { iat?: unknown; exp?: unknown }
    const seconds = Number(exp) - Number(iat)
    return seconds > 0 ? seconds * 1000 : null
  } catch {
    return null
  }
}
