import { atom } from 'nanostores'
import * as v from 'valibot'
import { id } from '#contract/fields.ts'
import type { Lost, WhyLost } from './map-stores.ts'
import type { MapParts } from './parts.ts'

/** What lies over the map: the overview of a zone, and that of an item, which may have been opened from it. */
interface Popups {
  zone: number | null
  item: number | null
}

const KEY = 'overMap'
const NONE: Popups = { zone: null, item: null }
const kept = v.object({ [KEY]: v.object({ zone: v.nullable(id), item: v.nullable(id) }) })

/** What an entry of the browser's history says of it. */
function readPopups(state: unknown): Popups {
  const read = v.safeParse(kept, state)
  return read.success ? read.output[KEY] : NONE
}
const same = (one: Popups, other: Popups) => one.zone === other.zone && one.item === other.item
const height = ({ zone, item }: Popups) => Number(zone !== null) + Number(item !== null)

interface Around extends Pick<MapParts, 'history'> {
  /** Called before the browser's history goes on: what waits to be written belongs to the entry that is left. */
  leaveEntry(): void
  /** Called when it has gone back. */
  enterEntry(): void
}

/**
 * The overviews that are open as popups (spec §2). Each that is opened is an entry in the browser's history, so that Back closes it, and closing it goes
 * back; who leaves for another page and comes back finds it open.
 */
export function createPopups({ history, leaveEntry, enterEntry }: Around) {
  const begin = readPopups(history.state())
  const $overview = atom(begin.zone)
  const $item = atom(begin.item)
  const $lost = atom<Lost | null>(null)
  /** On the way back, until the browser says that it is there. */
  let goingBack = false
  /** What was opened meanwhile gets its entry then. */
  let waiting = false
  /** To be at `/` once it is there. */
  let goingHome = false
  let stopListening: (() => void) | undefined

  const shown = (): Popups => ({ zone: $overview.get(), item: $item.get() })
  function show({ zone, item }: Popups) {
    $overview.set(zone)
    $item.set(item)
  }

  function open(next: Popups) {
    if (same(next, shown())) return
    show(next)
    waiting = goingBack
    if (waiting) return
    leaveEntry()
    history.push({ [KEY]: next })
  }
  function close(next: Popups) {
    if (same(next, shown())) return
    show(next)
    // What is left was opened on the way, too, and has no entry yet.
    waiting &&= height(next) > 0
    if (goingBack) return
    goingBack = true
    history.back()
  }
  /** An entry for each popup that was opened on the way. */
  function pushFrom(there: Popups) {
    const { zone, item } = shown()
    const below = { zone, item: null }
    if (zone !== null && item !== null && !same(there, below)) history.push({ [KEY]: below })
    if (!same(there, shown())) history.push({ [KEY]: shown() })
  }
  function arrive(state: unknown) {
    const there = readPopups(state)
    if (!goingBack) show(there)
    else if (!waiting && height(there) > height(shown())) return history.back()
    else {
      goingBack = false
      if (waiting) pushFrom(there)
      else show(there)
      waiting = false
      if (goingHome) history.goHome()
      goingHome = false
    }
    enterEntry()
  }

  /** Spec §8 "Single item or location load failure: redirect to /": this is that page, so that the popups go and the map says why. */
  function lose(lost: Lost) {
    $lost.set(lost)
    goingHome = height(shown()) > 0
    close(NONE)
  }

  return {
    $overview,
    $item,
    $lost,
    openOverview(pk: number) {
      $lost.set(null)
      open({ zone: pk, item: null })
    },
    closeOverview: () => close(NONE),
    openItem(item: number) {
      $lost.set(null)
      open({ zone: $overview.get(), item })
    },
    closeItem: () => close({ zone: $overview.get(), item: null }),
    loseItem: (why: WhyLost) => lose({ what: 'item', why }),
    loseOverview: (why: WhyLost) => lose({ what: 'place', why }),
    forgetLost: () => $lost.set(null),
    listen() {
      stopListening ??= history.onMove(arrive)
    },
    stop() {
      stopListening?.()
      stopListening = undefined
    },
  }
}
