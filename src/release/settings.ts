import { createHash } from 'node:crypto'
import { createClientOf } from '#client/client.ts'
import { fetchNewest } from '#client/fetch-newest.ts'
import { settingsCalls } from '#contract/endpoints/settings.ts'
import { readRow } from '#contract/read-row.ts'
import { storedSettings, type StoredSettings } from '#contract/settings.ts'
import { applySettings } from '#rules/settings/society-settings.ts'
import { sortKeys } from '#snapshot/files.ts'
import { createReader, RETRY_POLICY, unlessRefused } from '#snapshot/reader.ts'

/** Child processes of a build, and astro.config.mjs, find the settings here, as JSON. */
const VARIABLE = 'LOTLINE_SETTINGS'

/** What the society has set; nothing from a server without this call (one of our additions). An invalid setting counts as not set. */
export async function readSettings(api: string, policy = RETRY_POLICY): Promise<StoredSettings> {
  const read = createReader(createClientOf(settingsCalls, { base: api, fetch: fetchNewest }), policy)
  return readRow(storedSettings, await unlessRefused(read('settings'))).row ?? {}
}

/** Makes this process, and the ones that it starts, build pages with these settings. Returns what tells them apart from others. */
export function useSettings(stored: StoredSettings): string {
  const { logo, ...settings } = stored
  // The environment has no room for pictures.
  const used = { ...settings, ...(logo && { logo: { ...logo, png: '' } }) }
  applySettings(used)
  process.env[VARIABLE] = JSON.stringify(sortKeys(used))
  return settingsVersion()
}

/** A hash of the settings in use: if it changes, the whole site must be rebuilt. Empty where nothing is set. */
export function settingsVersion(): string {
  const text = process.env[VARIABLE] ?? '{}'
  return text === '{}' ? '' : createHash('sha256').update(text).digest('hex').slice(0, 16)
}
