import { atom } from 'nanostores'
import type { Schedule } from '#stores/shared/deps.ts'

/** Milliseconds that a year is seen: the spec's ten a second are the most. */
export const STEP = 200

/** Year by year, until `next` says that there is none. */
export function createPlay(schedule: Schedule, next: () => boolean) {
  const $playing = atom(false)
  let cancel = () => {}
  const stop = () => {
    cancel()
    $playing.set(false)
  }
  const wait = () => {
    cancel = schedule(STEP, () => (next() ? wait() : stop()))
  }
  return {
    $playing,
    stop,
    start() {
      stop()
      $playing.set(true)
      wait()
    },
  }
}
