import { atom, type WritableAtom } from 'nanostores'
import { LOAD_FAILED } from '#contract/messages.ts'
import type { LoadError } from '#client/errors.ts'
import type { Notice } from './map-stores.ts'
import type { MapDeps } from './deps.ts'

/** The open popups: a zone's, and over it an item's, which may have been opened from the zone. */
export interface Popups {
  zone: number | null
  item: number | null
}

export const NO_POPUPS: Popups = { zone: null, item: null }
const same = (one: Popups, other: Popups) => one.zone === other.zone && one.item === other.item
/** How many popups are open: each has its history entry. */
export const depth = ({ zone, item }: Popups) => Number(zone !== null) + Number(item !== null)

/** The state of an entry of a popup: the entry below it is ours too. */
const ON_TOP = { overMap: true }

/** The state of the entry of a page that leads here (islands/widgets/lead-to-map.ts). */
export interface NoticeEntry {
  notice: Notice
}

interface Deps extends Pick<MapDeps, 'history'> {
  $popups: WritableAtom<Popups>
  named(): Popups
  /** The current address with these popups. */
  queryWith(popups: Popups): string
  /** Called before an entry is left: pending writes belong to it. */
  leaveEntry(): void
  /** Called after going to another entry. */
  enterEntry(): void
}

/**
 * The popups (spec §2). Each is a history entry whose address names it: Back closes it, closing it goes back, and whoever opens the address finds it
 * open.
 */
export function createPopups({ $popups, history, named, queryWith, leaveEntry, enterEntry }: Deps) {
  const $notice = atom<Notice | null>(null)
  /** `history.back()` is asynchronous: true until its popstate arrives. */
  let goingBack = false
  /** A popup was opened meanwhile; its entry is added on arrival. */
  let waiting = false
  /** Change the path to `/` on arrival. */
  let goingHome = false

  const shown = () => $popups.get()
  const goBack = () => history.back(queryWith(shown()))
  const push = (popups: Popups) => history.push(ON_TOP, queryWith(popups))

  function open(next: Popups) {
    $notice.set(null)
    if (same(next, shown())) return
    waiting = goingBack
    if (!waiting) {
      leaveEntry()
      push(next)
    }
    $popups.set(next)
  }
  function close(next: Popups) {
    if (same(next, shown())) return
    if (!goingBack) leaveEntry()
    $popups.set(next)
    // What remains open was opened while going back and has no entry yet.
    waiting &&= depth(next) > 0
    if (goingBack) return
    goingBack = true
    goBack()
  }
  /** Adds an entry for each popup that was opened while going back. */
  function pushFrom(there: Popups) {
    if (same(there, shown())) return
    const below = { ...shown(), item: null }
    if (depth(shown()) > 1 && !same(there, below)) push(below)
    push(shown())
  }
  function arrive() {
    const there = named()
    if (!goingBack) $popups.set(there)
    else if (!waiting && depth(there) > depth(shown())) return goBack()
    else {
      goingBack = false
      if (waiting) pushFrom(there)
      else $popups.set(there)
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
    close(NO_POPUPS)
  }

  return {
    $popups,
    $notice,
    /** Opens a zone's popup, without selecting the zone. */
    openOverview: (pk: number) => open({ zone: pk, item: null }),
    closeOverview: () => close(NO_POPUPS),
    openItem: (item: number) => open({ zone: shown().zone, item }),
    closeItem: () => close({ zone: shown().zone, item: null }),
    /** Neither the archive nor the last build has it. */
    failItem: (why: LoadError) => fail(LOAD_FAILED[why]('item')),
    failOverview: (why: LoadError) => fail(LOAD_FAILED[why]('place')),
    dismissNotice: () => $notice.set(null),
    /** Opens the popups of the current address, and follows the history from then on. */
    start() {
      const state = history.state() as Partial<NoticeEntry & typeof ON_TOP> | null
      $popups.set(named())
      const below = [NO_POPUPS, { ...shown(), item: null }].slice(0, depth(shown()))
      // A link led here: closing and Back lead to the map.
      if (!state?.overMap) for (const each of below) history.insertBefore(queryWith(each), ON_TOP)
      if (state?.notice) {
        $notice.set(state.notice)
        history.goHome(null)
      }
      history.onMove(arrive)
    },
  }
}
