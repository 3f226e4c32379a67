import { atom, type ReadableAtom } from 'nanostores'
import { createTurns } from '../shared/turns.ts'
import { createPause, orMeanwhile } from '../shared/waits.ts'
import type { Years } from '../shared/years.ts'
import type { MediaState, ZoneSource } from './map-stores.ts'
import { builtMediaPage, readMediaPage, type MediaWish } from './media-pages.ts'
import type { MapParts } from './parts.ts'

/** Milliseconds after the slider's last move before items are asked for. */
const WAIT = 250

type Around = Pick<MapParts, 'client' | 'data' | 'thisYear' | 'later'> & {
  $selected: ReadableAtom<number | null>
  $years: ReadableAtom<Years>
  $source: ReadableAtom<ZoneSource>
}

/** Items of the selected zone within the years, a page at a time (spec §2 "Images & Media"). */
export function createMedia({ client, data, thisYear, later, $selected, $years, $source }: Around) {
  const $media = atom<MediaState>({ state: 'unselected' })
  const turns = createTurns()
  const pause = createPause(later)

  async function read(wish: MediaWish, signal: AbortSignal): Promise<MediaState> {
    try {
      // An API that is known to be away is not waited for.
      if ($source.get() !== 'away') return await readMediaPage(client, wish, thisYear, signal)
    } catch {
      // The last build knows the zone as it was.
    }
    return builtMediaPage(data, wish, thisYear).catch(() => ({ state: 'failed' as const, page: wish.page }))
  }

  async function load(page: number) {
    pause.cancel()
    const zone = $selected.get()
    if (zone === null) return
    const turn = turns.next()
    $media.set({ state: 'loading', page })
    const wish = { zone, years: $years.get(), page }
    const state = await orMeanwhile(later, read(wish, turn.signal), () => {
      const show = (built: MediaState) => {
        if (turn.isCurrent() && $media.get().state === 'loading') $media.set(built)
      }
      builtMediaPage(data, wish, thisYear).then(show, () => {})
    })
    if (turn.isCurrent()) $media.set(state)
  }

  $selected.listen((zone) => {
    turns.end()
    pause.cancel()
    if (zone === null) $media.set({ state: 'unselected' })
    else void load(1)
  })
  $years.listen(() => {
    if ($selected.get() === null) return
    turns.end()
    $media.set({ state: 'loading', page: 1 })
    pause.after(WAIT, () => void load(1))
  })
  // The API is back: what was shown in its place is asked for once more.
  $source.listen((source) => {
    const now = $media.get()
    if (source !== 'api') return
    if (now.state === 'failed' || (now.state === 'ready' && now.source === 'snapshot')) void load(now.page)
  })

  return {
    $media,
    turnPage(page: number) {
      const now = $media.get()
      if (now.state === 'unselected' || !Number.isInteger(page)) return
      const wanted = Math.max(1, now.state === 'ready' ? Math.min(page, now.pages) : page)
      if (now.state !== 'failed' && wanted === now.page) return
      void load(wanted)
    },
    /** What was under way when it was stopped is asked for again. */
    start() {
      const now = $media.get()
      if (now.state === 'loading') void load(now.page)
    },
    stop() {
      pause.cancel()
      turns.end()
    },
  }
}
