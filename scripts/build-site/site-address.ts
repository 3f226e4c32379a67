import type { Config } from '#server/config.ts'

/** URL of the site, for canonical links. */
export const siteAddress = (config: Config): string => config.siteUrl ?? `http://localhost:${config.port}`

/** API base for pages; empty if the site and the API share an origin. */
export function apiBase(config: Config): string {
  const { apiUrl } = config
  return apiUrl === undefined || new URL(apiUrl).origin === new URL(siteAddress(config)).origin ? '' : apiUrl
}
