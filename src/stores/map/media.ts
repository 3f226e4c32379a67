import { atom, type ReadableAtom } from 'nanostores'
import { createDebounce, withSlowFallback } from '../shared/debounce.ts'
import { latestOnly } from '../shared/latest-only.ts'
import type { Years } from '../shared/years.ts'
import type { MapDeps } from './deps.ts'
import type { MediaState, ZoneSource } from './map-stores.ts'
import { builtMediaPage, readMediaPage, type MediaQuery } from './media-pages.ts'

/** Milliseconds after the slider's last move before items are requested. */
const WAIT = 250

type Deps = Pick<MapDeps, 'client' | 'data' | 'thisYear' | 'schedule'> & {
  $selected: ReadableAtom<number | null>
  $years: ReadableAtom<Years>
  $source: ReadableAtom<ZoneSource>
}

/** Items of the selected zone within the years, one page at a time (spec §2 "Images & Media"). */
export function createMedia({ client, data, thisYear, schedule, $selected, $years, $source }: Deps) {
  const $media = atom<MediaState>({ state: 'unselected' })
  const requests = latestOnly()
  const debounce = createDebounce(schedule)

  async function read(query: MediaQuery, signal: AbortSignal): Promise<MediaState> {
    try {
      // Don't wait for an API that is known to be away.
      if ($source.get() !== 'away') return await readMediaPage(client, query, thisYear, signal)
    } catch {
      // Fall back to the last build.
    }
    return builtMediaPage(data, query, thisYear).catch(() => ({ state: 'failed' as const, page: query.page }))
  }

  async function load(page: number) {
    debounce.cancel()
    const zone = $selected.get()
    if (zone === null) return
    const { signal, isCurrent } = requests.next()
    $media.set({ state: 'loading', page })
    const query = { zone, years: $years.get(), page }
    const readBuilt = () => builtMediaPage(data, query, thisYear)
    const state = await withSlowFallback(schedule, read(query, signal), readBuilt, (built) => {
      if (isCurrent() && $media.get().state === 'loading') $media.set(built)
    })
    if (isCurrent()) $media.set(state)
  }

  $selected.listen((zone) => {
    requests.end()
    debounce.cancel()
    if (zone === null) $media.set({ state: 'unselected' })
    else void load(1)
  })
  $years.listen(() => {
    if ($selected.get() === null) return
    requests.end()
    $media.set({ state: 'loading', page: 1 })
    debounce.after(WAIT, () => void load(1))
  })
  // The API is back: replace what the last build showed.
  $source.listen((source) => {
    const now = $media.get()
    if (source !== 'api') return
    if (now.state === 'failed' || (now.state === 'ready' && now.source === 'snapshot')) void load(now.page)
  })

  return {
    $media,
    goToPage(page: number) {
      const now = $media.get()
      if (now.state === 'unselected' || !Number.isInteger(page)) return
      const wanted = Math.max(1, now.state === 'ready' ? Math.min(page, now.pages) : page)
      if (now.state !== 'failed' && wanted === now.page) return
      void load(wanted)
    },
  }
}
