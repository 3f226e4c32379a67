import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { HEALTH } from '#contract/messages.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import { DomainError } from '../errors/domain-error.ts'
import { storageFailure } from '../errors/storage-failure.ts'
import { startJob, type Job } from '../jobs/background-job.ts'
import { within } from '../limits/concurrency.ts'

/** Milliseconds between looks, for an answer, and that a replica may be behind. */
const EVERY = 1000
const ANSWER_WITHIN = 3000
const MOST_BEHIND = 5000
/** Positions to remember of a replica that stands still. */
const POSITIONS = 1000

type ReplicaStatus = 'ok' | 'behind' | 'away' | 'wrong'
interface ReplicaState {
  status: ReplicaStatus
  /** Milliseconds. */
  behind: number
}

/** A sentence for health and log; undefined if all is well. */
export const replicaProblem = ({ status, behind }: ReplicaState): string | undefined =>
  ({
    ok: undefined,
    away: HEALTH.replicaAway,
    wrong: HEALTH.replicaWrong,
    behind: HEALTH.replicaBehind(Math.ceil(behind / 1000)),
  })[status]

type Log = Pick<FastifyBaseLogger, 'info' | 'warn'>

/** Opens a read replica, which need not be there. It answers nothing until it is watched. */
export async function openReplica(primary: ArchiveDatabase, url: string): Promise<Replica> {
  const { openReplicaReader } = await import('../database/open-postgres.ts')
  return createReplica(primary, openReplicaReader(url))
}

/**
 * A read replica: whether it may answer, looked at every second. It is behind by the age of the oldest position of the primary's log that it has not
 * reached, so that an archive in which nobody writes is not behind.
 */
function createReplica(primary: ArchiveDatabase, replica: ArchiveDatabase) {
  const position = primary.prepareRead(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0'), archive from archive_state`,
  )
  const replayed = replica.prepareRead(
    `select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), archive from archive_state where pg_is_in_recovery()`,
  )
  const chosen = new WeakMap<FastifyRequest, boolean>()
  let positions: { at: number; position: number }[] = []
  let state: ReplicaState = { status: 'away', behind: 0 }
  let told: ReplicaStatus | undefined
  let log: Log | undefined

  async function look(): Promise<ReplicaState> {
    const at = performance.now()
    // Without the primary nobody knows; what was true a second ago still is.
    const [now] = await within(
      ANSWER_WITHIN,
      Promise.resolve(position.all([])).catch(() => []),
      [],
    )
    if (now) positions.push({ at, position: Number(now[0]) })
    if (positions.length > POSITIONS) positions.splice(1, 1)
    const answer = await within<unknown[][] | undefined>(ANSWER_WITHIN, Promise.resolve(replayed.all([])), undefined)
    if (answer === undefined) return { status: 'away', behind: 0 }
    const [found] = answer
    if (!found || (now && found[1] !== now[1])) return { status: 'wrong', behind: 0 }
    positions = positions.filter(({ position }) => position > Number(found[0]))
    const behind = positions[0] ? performance.now() - positions[0].at : 0
    return { status: behind > MOST_BEHIND ? 'behind' : 'ok', behind }
  }
  function tell(error?: unknown): void {
    if (told === state.status) return
    const sentence = replicaProblem(state)
    if (sentence !== undefined) log?.warn({ err: error }, sentence)
    else if (told !== undefined) log?.info('The read replica answers again.')
    told = state.status
  }
  return {
    db: replica,
    state: () => state,
    watch(to: Log, { every = EVERY } = {}): Job {
      log = to
      const work = async () => {
        state = await look()
        tell()
      }
      const onError = (error: unknown) => {
        state = { status: 'away', behind: 0 }
        tell(error)
      }
      return startJob(work, { every, onError })
    },
    /** True if the replica answers this call: one of the public, which does not ask for the newest (`Cache-Control: no-cache`). */
    answers(request: FastifyRequest): boolean {
      const before = chosen.get(request)
      if (before !== undefined) return before
      const wantsNewest = /\bno-cache\b/.test(request.headers['cache-control'] ?? '')
      const answers = request.caller.id === null && !wantsNewest && state.status === 'ok'
      chosen.set(request, answers)
      return answers
    },
    /** The primary answers a call where the replica failed. @throws an error that is an answer. */
    failed(request: FastifyRequest, error: unknown): void {
      if (error instanceof DomainError) throw error
      chosen.set(request, false)
      if (storageFailure(error) === undefined) return
      state = { status: 'away', behind: 0 }
      tell(error)
    },
    close: () => replica.destroy(),
  }
}
export type Replica = ReturnType<typeof createReplica>
