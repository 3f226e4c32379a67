import left from 'lucide-static/icons/chevron-left.svg?raw'
import right from 'lucide-static/icons/chevron-right.svg?raw'
import { Drawing, paths } from '#components/Icon.tsx'
import { Loading } from '#components/record/Loading.tsx'
import { type DeskRecord, isReviewedKind } from '#contract/record.ts'
import { RECORD_PARTS } from '#rules/forms/record-parts.ts'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { recordAddress, recordOfPath } from '#rules/addresses/record-address.ts'
import { namesIn } from '#rules/names/field-names.ts'
import { isSame, type RecordName } from '#stores/review/record-names.ts'
import type { Changes } from '#stores/review/send-step.ts'
import { usePart } from '../add-item/use-part.ts'
import { Button, SmallButton, StrongButton } from '../widgets/Button.tsx'
import { LoadProblem } from '../widgets/LoadProblem.tsx'
import { RequestProblem } from '../widgets/RequestProblem.tsx'
import { focusOn } from './focus-on.ts'
import { useStore } from '../widgets/use-store.ts'
import { Status } from '../widgets/Status.tsx'
import { AuditStep } from './AuditStep.tsx'
import { Brings, RecordBody } from './RecordBody.tsx'
import { Audience } from './Audience.tsx'
import { useDesk } from './desk-context.ts'
import { History } from './History.tsx'
import { Duplicates } from './Duplicates.tsx'
import type { DeskCommand } from './keys.ts'
import { kindName, otherChanges, STATE_NAMES, TEXT, whenText } from './messages.ts'
import { RemoveButton } from './RemoveButton.tsx'

const importParts = async () => (await import('./parts/AttachedRecords.tsx')).default
const [LEFT, RIGHT] = [paths(left), paths(right)]
type Run = (command: DeskCommand) => void

/** The open record: what can be done with it, what there is to know about it, and itself as visitors will see it. */
export function OpenRecord({ run }: { run: Run }) {
  const { desk } = useDesk()
  const open = useStore(desk.$open)
  const failures = useStore(desk.$failures)
  const isRenewed = useStore(desk.$renewed)
  const hasParts = open.state === 'ready' && open.loaded.record.state === 'published' && open.name.kind in RECORD_PARTS
  const parts = usePart(importParts, hasParts)
  if (open.state === 'none') return <p className="desk-choose empty">{TEXT.choose}</p>
  if (open.state === 'loading') return <Loading />
  if (open.state === 'failed')
    return (
      <RequestProblem className="list-note" problem={open.problem} onRetry={() => desk.open(open.name)}>
        <Button onClick={() => desk.close()}>Back to the Queue</Button>
      </RequestProblem>
    )
  const { record, view } = open.loaded
  const address = publicAddress(record)
  const refusal = failures.find(({ name }) => isSame(name, open.name))?.refusal
  return (
    <>
      {address ? (
        <a className="desk-back to-page" href={pageBefore(address)}>
          Back to its page
        </a>
      ) : (
        <button type="button" className="link-button desk-back" onClick={() => desk.close()}>
          Back to the queue
        </button>
      )}
      <Bar record={record} run={run} />
      <Head record={record} />
      {record.state !== 'discarded' && (
        <Audience record={record} isPrivate={view.of === 'page' && view.page.isPrivate} />
      )}
      <Claimed />
      <Unsaved name={open.name} />
      {isRenewed && <Status className="as-built">{TEXT.renewed}</Status>}
      {refusal?.why === 'changed' && <Changed name={open.name} seen={record} changes={refusal.changes} />}
      <RecordBody key={`${open.name.kind} ${open.name.key} ${record.version}`} record={record} view={view} />
      {parts.Part && <parts.Part />}
      {hasParts && parts.problem && <LoadProblem text={parts.problem} onRetry={parts.load} />}
      <Duplicates record={record} />
      <Brings record={record} />
      <History record={record} edits={desk.edits} />
    </>
  )
}

/** Its page in the archive. */
const publicAddress = ({ kind, key, state }: DeskRecord) =>
  state === 'published' ? recordAddress(kind, Number(key)) : null

const focusQueue = () => focusOn(document.getElementById('desk-count'))

function Bar({ record, run }: { record: DeskRecord; run: Run }) {
  const { kind, state } = record
  const { desk, isAdministrator } = useDesk()
  const [isDraft, address] = [state === 'waiting' || state === 'returned', publicAddress(record)]
  return (
    <div className="desk-bar row" role="toolbar" aria-label="Review">
      <div className="buttons">
        {address ? (
          <a className="button" href={pageBefore(address)}>
            <Drawing lines={LEFT} /> Back to Its Page
          </a>
        ) : (
          <>
            <Step name="Previous draft" icon={LEFT} keys="k" onPress={() => run('previous')} />
            <Step name="Next draft" icon={RIGHT} keys="j" onPress={() => run('next')} />
          </>
        )}
      </div>
      <div className="buttons">
        {!isDraft && (
          <RemoveButton
            store={desk.removal}
            name={record}
            label={record.label}
            className="button"
            mayForGood={isAdministrator}
            onGone={focusQueue}
          />
        )}
        <Step name="Edit" keys="e" onPress={() => run('edit')} />
        {isDraft && (
          <>
            <Step name="Discard" keys="d" onPress={() => run('discard')} />
            <Step name="Return" keys="r" onPress={() => run('return')} />
            <Step name="Publish" keys="p" isStrong onPress={() => run('publish')} />
          </>
        )}
        {state === 'discarded' && <Step name="Put Back in the Queue" onPress={() => void desk.take('resubmit')} />}
        {state === 'published' && isReviewedKind(kind) && (
          <Step name="Unpublish" onPress={() => void desk.take('unpublish')} />
        )}
      </div>
    </div>
  )
}

interface StepProps {
  name: string
  /** Instead of the name. */
  icon?: string
  keys?: string
  isStrong?: boolean
  onPress: () => void
}

const Step = ({ name, icon, keys, isStrong = false, onPress }: StepProps) => (
  <button
    type="button"
    className={`button${isStrong ? ' strong' : ''}${icon ? ' desk-move' : ''}`}
    aria-label={icon && name}
    aria-keyshortcuts={keys}
    title={keys && `${name} (${keys.toUpperCase()})`}
    onClick={onPress}
  >
    {icon ? <Drawing lines={icon} /> : name}
  </button>
)

function Head({ record }: { record: DeskRecord }) {
  const { kind, state, author, submitted_at, note } = record
  return (
    <header className="desk-head">
      <p className="meta">
        <span className={`submission-state ${state}`}>{STATE_NAMES[state]}</span>
        <span>{kindName(kind)}</span>
        {author && <span>Sent by {author.name}</span>}
        {submitted_at && <time dateTime={submitted_at}>{whenText(submitted_at)}</time>}
      </p>
      {note !== '' && (
        <blockquote className="aside">
          <p className="meta">{state === 'returned' ? TEXT.noteOfReturn : TEXT.noteOfDiscard}</p>
          <p className="prose">{note}</p>
        </blockquote>
      )}
    </header>
  )
}

/** Somebody else has it open. */
function Claimed() {
  const { desk } = useDesk()
  const claim = useStore(desk.$claim)
  if (!claim) return null
  return (
    <Status className="as-built row">
      <span>
        {claim.by.name} is working on this draft, opened {whenText(claim.since)}.
      </span>
      <SmallButton onClick={() => void desk.takeOver()}>Take Over</SmallButton>
    </Status>
  )
}

/** Changes that were typed and not saved, while the form is closed. */
function Unsaved({ name }: { name: RecordName }) {
  const { desk } = useDesk()
  const isEditing = useStore(desk.edits.$edit) !== null
  if (isEditing || !desk.edits.isUnsaved(name)) return null
  return (
    <Status className="as-built row">
      <span>{TEXT.unsaved}</span>
      <SmallButton onClick={desk.edit}>Go On Editing</SmallButton>
    </Status>
  )
}

/** Where "Edit" was pressed: the page of the record, or one with a popup of it, such as the map. `address`: the record's own page. */
function pageBefore(address: string): string {
  if (!URL.canParse(document.referrer)) return address
  const { origin, pathname, href } = new URL(document.referrer)
  const isOther = pathname.startsWith(ADDRESS.review) || recordOfPath(pathname) !== undefined
  return origin !== location.origin || isOther ? address : href
}

interface Props {
  name: RecordName
  /** The version on screen. */
  seen: DeskRecord
  changes: Changes
}

/** What somebody else changed after the record was opened. Nothing was published over it. */
export function Changed({ name, seen, changes }: Props) {
  const { desk } = useDesk()
  const nameOf = namesIn(seen)
  return (
    <section className="desk-changed" aria-label="Changed meanwhile">
      <p>Changed after you opened it:</p>
      <ul>
        {changes.steps.map((step) => (
          <li key={step.id}>
            <AuditStep step={step} nameOf={nameOf} />
          </li>
        ))}
        {otherChanges(changes).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <StrongButton onClick={() => void desk.readAgain(name)}>Read It Again</StrongButton>
    </section>
  )
}
