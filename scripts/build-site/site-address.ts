import type { Config } from '#server/config.ts'

/** Where visitors find the site, for canonical links. */
export const siteAddress = (config: Config): string => config.siteUrl ?? `http://localhost:${config.port}`

/** The pages' own way to the API: none is needed where the site and the API share an address. */
export function apiBase(config: Config): string {
  const { apiUrl } = config
  return apiUrl === undefined || new URL(apiUrl).origin === new URL(siteAddress(config)).origin ? '' : apiUrl
}
