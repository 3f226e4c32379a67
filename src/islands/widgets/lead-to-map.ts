import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import type { Notice } from '#stores/map/map-stores.ts'
import type { NoticeEntry } from '#stores/map/popups.ts'

/** Replaces this page by the map, which shows and announces the notice. */
export function leadToMap(notice: Notice): void {
  history.replaceState({ notice } satisfies NoticeEntry, '', ADDRESS.map)
  location.reload()
}
