import type { ArchiveState } from '#contract/archive-state.ts'
import type { ArchiveStateStore } from '#stores/review/state/archive-state.ts'
import { whenText } from '../messages.ts'
import { bytesText, HOOK_NAMES, momentText, plural, TEXT } from './messages.ts'
import { SmallButton } from '../../widgets/Button.tsx'

interface Props {
  archive: ArchiveState
  store: ArchiveStateStore
}
type Part = { archive: ArchiveState }

/** Pictures, backups, disk, and calls to other machines. */
export function Health({ archive, store }: Props) {
  return (
    <section aria-labelledby="state-health">
      <h2 id="state-health">Upkeep</h2>
      <dl className="catalogue">
        {PARTS.map(([name, Part]) => (
          <div key={name}>
            <dt>{name}</dt>
            <Part archive={archive} store={store} />
          </div>
        ))}
      </dl>
    </section>
  )
}

function Disk({ archive: { disk } }: Part) {
  if (disk.status === 'failed') return <dd className="form-error">The disk of the archive can’t be read.</dd>
  return (
    <dd>
      <p>
        {bytesText(disk.free)} of {bytesText(disk.total)} free.
      </p>
      <meter
        aria-label="Disk in use"
        min={0}
        max={disk.total}
        low={disk.total * 0.8}
        high={disk.total * 0.95}
        optimum={0}
        value={disk.total - disk.free}
      />
      {disk.status === 'full' && <p className="form-error">The disk is almost full. Make room before uploads fail.</p>}
    </dd>
  )
}

function Fixity({ archive: { fixity } }: Part) {
  if (!fixity) return <dd className="meta">{TEXT.noFixity}</dd>
  const { checked_at, originals, problems, more } = fixity
  const wrong = problems.length + more
  return (
    <dd>
      <p>
        {plural(originals, 'original')} checked {whenText(checked_at)}:{' '}
        {wrong === 0 ? 'all are as they arrived.' : `${plural(wrong, 'problem')}.`}
      </p>
      {wrong > 0 && (
        <>
          <ul>
            {problems.map(({ where, what }) => (
              <li key={where} className="form-error">
                {where}: {what}
              </li>
            ))}
            {more > 0 && <li className="meta">and {more} more</li>}
          </ul>
          <p className="meta">Whoever looks after the machine can bring these files back from a backup.</p>
        </>
      )}
    </dd>
  )
}

function Pictures({ archive: { pictures } }: Part) {
  const { waiting, failed } = pictures
  return (
    <dd>
      <p>{waiting === 0 ? 'Nothing is waiting.' : `${plural(waiting, 'picture')} waiting to be made.`}</p>
      {failed > 0 && (
        <p className="form-error">
          {plural(failed, 'picture')} could not be made. The originals are safe: run “npm run archive -- doctor”.
        </p>
      )}
    </dd>
  )
}

function Backup({ archive: { backup, backup_at, backup_failure } }: Part) {
  return (
    <dd>
      {backup ? (
        <p>
          The last one was made {whenText(backup.made_at)} ({momentText(backup.made_at)}):{' '}
          {plural(backup.items, 'item')} and {plural(backup.originals, 'original')}, {bytesText(backup.bytes)}.
        </p>
      ) : (
        <p>{TEXT.noBackup}</p>
      )}
      {backup_failure && (
        <p className="form-error">
          The nightly backup failed ({momentText(backup_failure.at)}) and is tried again every hour:{' '}
          {backup_failure.message}
        </p>
      )}
      <p className="meta">{backup_at ? `The next one is due on ${momentText(backup_at)}.` : TEXT.backupSchedule}</p>
    </dd>
  )
}

function Hooks({ archive: { hooks, rollback }, store }: Props) {
  if (hooks.configured.length === 0) return <dd className="meta">{TEXT.noHooks}</dd>
  return (
    <dd>
      {hooks.configured.map((name) => {
        const waiting = hooks.waiting.find((each) => each.name === name)
        return (
          <div key={name}>
            <p>
              {HOOK_NAMES[name]}: {waiting ? (waiting.attempts > 0 ? 'failed.' : 'on its way.') : 'nothing waits.'}
            </p>
            {waiting && waiting.attempts > 0 && (
              <>
                <p className="form-error">{waiting.last_error}</p>
                <p className="meta figures">
                  {plural(waiting.attempts, 'attempt')} since {momentText(waiting.queued_at)}.{' '}
                  {waiting.next_attempt_at ? `Next attempt ${momentText(waiting.next_attempt_at)}.` : 'Given up.'}
                </p>
                {rollback && (
                  <SmallButton aria-label={`Try Again: ${HOOK_NAMES[name]}`} onClick={() => void store.retryHook(name)}>
                    Try Again
                  </SmallButton>
                )}
              </>
            )}
          </div>
        )
      })}
    </dd>
  )
}

const PARTS = [
  ['Disk', Disk],
  ['Originals', Fixity],
  ['Sizes of pictures', Pictures],
  ['Backup', Backup],
  ['Other machines', Hooks],
] as const
