import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { MAP_DATA } from '#rules/zone-overview.ts'
import { overviewOf } from '#snapshot/pages/zone-page.ts'
import type { Archive } from '#snapshot/types.ts'

/** Writes `data/zones/{pk}.json` of every zone: its whole overview, which the map's popup shows at once and without the API. */
export function writeZoneData(archive: Archive, root: string): void {
  mkdirSync(join(root, dirname(MAP_DATA.zone(0))), { recursive: true })
  for (const { properties } of archive.lists.locations) {
    writeFileSync(join(root, MAP_DATA.zone(properties.pk)), JSON.stringify(overviewOf(archive, properties.pk)))
  }
}
