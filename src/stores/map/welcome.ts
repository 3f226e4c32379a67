import { atom } from 'nanostores'
import type { MapDeps } from './deps.ts'

const KEY = 'welcome'
const OFF = 'off'

/** The welcome: open once per visit, until the visitor does not want to see it again. The map's "?" opens it at any time. */
export function createWelcome(storage: MapDeps['lastingStorage']) {
  const $welcome = atom(true)
  const $welcomeOff = atom(false)
  return {
    $welcome,
    $welcomeOff,
    openWelcome: () => $welcome.set(true),
    closeWelcome: () => $welcome.set(false),
    /** "Don't show this again", which can be taken back. */
    setWelcomeOff(off: boolean) {
      $welcomeOff.set(off)
      try {
        if (off) storage?.setItem(KEY, OFF)
        else storage?.removeItem(KEY)
      } catch {
        // The storage is full or blocked: it holds for this visit.
      }
    },
    /** `isFirst`: the map was not open yet in this visit. */
    restoreWelcome(isFirst: boolean) {
      try {
        $welcomeOff.set(storage?.getItem(KEY) === OFF)
      } catch {
        // As above.
      }
      $welcome.set(isFirst && !$welcomeOff.get())
    },
  }
}
