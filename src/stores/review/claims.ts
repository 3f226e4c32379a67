import { atom } from 'nanostores'
import type { Client } from '#client/client.ts'
import type { DeskCallName } from '#contract/endpoints.ts'
import { REVIEW_DESK } from '#contract/limits.ts'
import type { Claim, DeskRecord } from '#contract/record.ts'
import type { Schedule } from '../shared/deps.ts'
import { isSame, toName, type RecordName } from './record-names.ts'

/** Milliseconds that a draft is open before it is claimed: looking through the queue claims nothing. */
const DWELL = 2_000
const RENEW = REVIEW_DESK.claim / 2

interface Deps {
  client: Client<DeskCallName>
  schedule: Schedule
  /** The id of the cataloguer. */
  user: number
}

/** Claims the draft that is open, so that two cataloguers do not work on one unknowingly. Never keeps anybody from working: a failure is ignored. */
export function createClaims({ client, schedule, user }: Deps) {
  /** Somebody else's claim of the open record. */
  const $claim = atom<Claim | null>(null)
  let open: RecordName | null = null
  let isMine = false
  let cancel: (() => void) | undefined

  const later = (milliseconds: number, name: RecordName) => {
    cancel = schedule(milliseconds, () => void claim(name, false))
  }
  async function claim(name: RecordName, takeOver: boolean): Promise<void> {
    const path = { ...name }
    const answer = await client.call('claim', { path, body: { take_over: takeOver } }).catch(() => undefined)
    if (!isSame(open, name)) {
      // It was left meanwhile.
      if (answer?.mine) client.call('release', { path }).catch(() => {})
      return
    }
    if (answer) {
      isMine = answer.mine
      $claim.set(answer.mine ? null : answer.claim)
    }
    cancel?.()
    later(RENEW, name)
  }
  function leave() {
    cancel?.()
    if (open && isMine) client.call('release', { path: { ...open } }).catch(() => {})
    open = null
    isMine = false
    $claim.set(null)
  }
  return {
    $claim,
    leave,
    /** Another record is on screen, or another version of it. */
    enter(record: DeskRecord) {
      const name = toName(record)
      if (isSame(open, name)) return
      leave()
      if (record.state !== 'waiting' && record.state !== 'returned') return
      open = name
      $claim.set(record.claim && record.claim.by.id !== user ? record.claim : null)
      later(DWELL, name)
    },
    /** Claims it at once, for an edit. */
    async hurry(): Promise<void> {
      if (open && !isMine) await claim(open, false)
    },
    async takeOver(): Promise<void> {
      if (open) await claim(open, true)
    },
  }
}
