import { atom } from 'nanostores'
import * as v from 'valibot'
import { id } from '#contract/fields.ts'
import { LOAD_FAILED } from '#contract/messages.ts'
import type { LoadError } from '#client/errors.ts'
import type { Notice } from './map-stores.ts'
import type { MapDeps } from './deps.ts'

/** The open popups: a zone's, and over it an item's, which may have been opened from the zone. */
interface Popups {
  zone: number | null
  item: number | null
}

const KEY = 'overMap'
const NONE: Popups = { zone: null, item: null }
const entryState = v.object({ [KEY]: v.object({ zone: v.nullable(id), item: v.nullable(id) }) })

/** The popups in the state of a history entry. */
function readPopups(state: unknown): Popups {
  const read = v.safeParse(entryState, state)
  return read.success ? read.output[KEY] : NONE
}
const same = (one: Popups, other: Popups) => one.zone === other.zone && one.item === other.item
const depth = ({ zone, item }: Popups) => Number(zone !== null) + Number(item !== null)

/** The state of the entry of a page that leads here (islands/widgets/lead-to-map.ts). */
export interface NoticeEntry {
  notice: Notice
}

interface Deps extends Pick<MapDeps, 'history'> {
  /** Called before an entry is added: pending writes belong to the current entry. */
  leaveEntry(): void
  /** Called after going back. */
  enterEntry(): void
}

/** The popups (spec §2). Each is a history entry: Back closes it, closing it goes back, and returning from another page finds it open. */
export function createPopups({ history, leaveEntry, enterEntry }: Deps) {
  const $overview = atom<number | null>(null)
  const $item = atom<number | null>(null)
  const $notice = atom<Notice | null>(null)
  /** `history.back()` is asynchronous: true until its popstate arrives. */
  let goingBack = false
  /** A popup was opened meanwhile; its entry is added on arrival. */
  let waiting = false
  /** Change the path to `/` on arrival. */
  let goingHome = false

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
    // What remains open was opened while going back and has no entry yet.
    waiting &&= depth(next) > 0
    if (goingBack) return
    goingBack = true
    history.back()
  }
  /** Adds an entry for each popup that was opened while going back. */
  function pushFrom(there: Popups) {
    const { zone, item } = shown()
    const below = { zone, item: null }
    if (zone !== null && item !== null && !same(there, below)) history.push({ [KEY]: below })
    if (!same(there, shown())) history.push({ [KEY]: shown() })
  }
  function arrive(state: unknown) {
    const there = readPopups(state)
    if (!goingBack) show(there)
    else if (!waiting && depth(there) > depth(shown())) return history.back()
    else {
      goingBack = false
      if (waiting) pushFrom(there)
      else show(there)
      waiting = false
      if (goingHome) history.goHome(history.state())
      goingHome = false
    }
    enterEntry()
  }

  /** Spec §8 "Single item or location load failure: redirect to /": this is that page, so the popups close and the map shows why. */
  function fail(text: string) {
    $notice.set({ text, isWarning: true })
    goingHome = depth(shown()) > 0
    close(NONE)
  }

  return {
    $overview,
    $item,
    $notice,
    /** Opens a zone's popup, without selecting the zone. */
    openOverview(pk: number) {
      $notice.set(null)
      open({ zone: pk, item: null })
    },
    closeOverview: () => close(NONE),
    openItem(item: number) {
      $notice.set(null)
      open({ zone: $overview.get(), item })
    },
    closeItem: () => close({ zone: $overview.get(), item: null }),
    /** Neither the archive nor the last build has it. */
    failItem: (why: LoadError) => fail(LOAD_FAILED[why]('item')),
    failOverview: (why: LoadError) => fail(LOAD_FAILED[why]('place')),
    dismissNotice: () => $notice.set(null),
    /** Opens the popups of the current history entry, and follows the history from then on. */
    start() {
      const state = history.state() as Partial<NoticeEntry> | null
      show(readPopups(state))
      if (state?.notice) {
        $notice.set(state.notice)
        history.goHome(null)
      }
      history.onMove(arrive)
    },
  }
}
