import { useEffect, useRef, useState } from 'react'
import { Loading } from '#components/record/Loading.tsx'
import { pagesOf } from '#contract/limits.ts'
import { RECORD_KINDS } from '#contract/record.ts'
import { UNDO } from '#contract/review-messages.ts'
import { OPERATION_TYPES, type Operation, type OperationType } from '#contract/undo.ts'
import { editAddress } from '#rules/addresses/page-addresses.ts'
import { recordAddress } from '#rules/addresses/record-address.ts'
import { userMay } from '#rules/access/user-abilities.ts'
import { operationText } from '#rules/names/operation-text.ts'
import { plural } from '#rules/names/record-names.ts'
import { createUndoList, PAGE_SIZE, type UndoStores } from '#stores/review/undo/undo-list.ts'
import { browserDeps } from '#stores/shared/browser-deps.ts'
import '#styles/undo.css'
import type { PageAuth } from '../../account/page-auth.ts'
import { Button } from '../../widgets/Button.tsx'
import { RequestProblem } from '../../widgets/RequestProblem.tsx'
import { DialogButtons } from '../../widgets/ModalDialog.tsx'
import { Pagination } from '../../widgets/Pagination.tsx'
import { SelectField } from '../../widgets/SelectField.tsx'
import { useStore } from '../../widgets/use-store.ts'
import { kindName, kindNames, whenText } from '../messages.ts'
import { staffClient } from '../staff-client.ts'
import { staffPage } from '../StaffPage.tsx'
import { Refused } from './UndoNote.tsx'

/** Island: what staff did in the last thirty days and can undo (our addition). */
export default staffPage('undo', (user, page) => (
  <Undo
    key={user.id}
    page={page}
    undoes={({ type, by }) => type !== 'import' || by?.id === user.id || userMay(user, 'manage_accounts')}
  />
))

function Undo({ page: { auth, ...page }, undoes }: { page: PageAuth } & Pick<RowsProps, 'undoes'>) {
  const [stores] = useState(() => {
    const { address } = browserDeps(window)
    return createUndoList({ client: staffClient(page), withSession: auth.withSession, address })
  })
  useEffect(() => void stores.load(), [stores])
  const filters = useStore(stores.$filters)
  const { state, count } = useStore(stores.$list)
  const status = useRef<HTMLParagraphElement>(null)
  const note = useRef<HTMLParagraphElement>(null)
  return (
    <div className="undo-page">
      <p className="lead">
        What was removed, merged, split, decided at once or imported can be undone for thirty days.
      </p>
      <Filters stores={stores} onShowAll={() => status.current?.focus()} />
      <p ref={note} className="form-done" role="status" tabIndex={-1}>
        <Undone stores={stores} />
      </p>
      <p ref={status} className="meta" role="status" tabIndex={-1}>
        {state === 'ready' && (count === 0 ? 'There is nothing to undo.' : plural(count, 'step'))}
      </p>
      <Rows stores={stores} undoes={undoes} onUndone={() => note.current?.focus()} />
      <Pagination
        label="Pages"
        page={filters.page}
        pages={pagesOf(count, PAGE_SIZE)}
        goTo={(to) => void stores.filter({ page: to })}
      />
    </div>
  )
}

const TYPE_NAMES: Record<OperationType, string> = {
  removal: 'Removed',
  replacement: 'Picture replaced',
  merge: 'Merged or joined',
  split: 'Split',
  succession: 'Split or joined in a year',
  bulk: 'Several drafts at once',
  import: 'Imported',
  takedown: 'Taken down on request',
}

function Filters({ stores, onShowAll }: { stores: UndoStores; onShowAll: () => void }) {
  const { type, kind, id } = useStore(stores.$filters)
  if (id !== null)
    return (
      <Button
        onClick={() => {
          onShowAll()
          void stores.filter({})
        }}
      >
        Show All
      </Button>
    )
  return (
    <div className="list-tools submissions-filters">
      <SelectField
        label="Show"
        value={type}
        choices={[['', 'Everything'] as const, ...OPERATION_TYPES.map((each) => [each, TYPE_NAMES[each]] as const)]}
        onChange={(value) => void stores.filter({ type: value })}
      />
      <SelectField
        label="Kind"
        value={kind}
        choices={[['', 'All'] as const, ...RECORD_KINDS.map((each) => [each, kindNames(each)] as const)]}
        onChange={(value) => void stores.filter({ kind: value })}
      />
    </div>
  )
}

/** What was undone last. */
function Undone({ stores }: { stores: UndoStores }) {
  const undone = useStore(stores.$undone)
  if (!undone) return null
  const { operation, record } = undone
  const isPublic = record?.state === 'published'
  const address = record && recordAddress(record.kind, Number(record.key))
  return (
    <>
      Undone: {operationText(operation)}.{isPublic && address && ' Its page is there in a moment.'}{' '}
      {address && <a href={isPublic ? address : editAddress(record.kind, record.key)}>Show it</a>}
    </>
  )
}

interface RowsProps {
  stores: UndoStores
  /** Whether the caller may undo it. */
  undoes: (operation: Operation) => boolean
  /** The row is gone. */
  onUndone: () => void
}

function Rows({ stores, undoes, onUndone }: RowsProps) {
  const { state, problem, operations } = useStore(stores.$list)
  if (state === 'failed') return <RequestProblem className="list-note" problem={problem} onRetry={stores.load} />
  if (state === 'loading' && operations.length === 0) return <Loading />
  return (
    <ol className="rows" aria-label="What can be undone">
      {operations.map((operation) => (
        <UndoRow key={operation.id} {...{ stores, operation, onUndone }} isAllowed={undoes(operation)} />
      ))}
    </ol>
  )
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' })

interface RowProps extends Pick<RowsProps, 'stores' | 'onUndone'> {
  operation: Operation
  isAllowed: boolean
}

function UndoRow({ stores, operation, isAllowed, onUndone }: RowProps) {
  const isPending = useStore(stores.$pending).has(operation.id)
  const refused = useStore(stores.$refused).get(operation.id)
  const text = operationText(operation)
  const { type, record, into, rows, at, by, until, undone, reason } = operation
  const address = into?.key && record && recordAddress(record.kind, into.key)
  const [isAsking, setAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const undo = (keepChanged = false) =>
    isPending ||
    void stores.undo(operation, keepChanged).then((isDone) => {
      if (isDone) return onUndone()
      // The question goes, and the reason comes.
      if (isAsking) button.current?.focus()
      setAsking(false)
    })
  return (
    <li className="row">
      <div>
        <p className="row-name">{text}</p>
        {reason !== null && <p className="prose">“{reason}”</p>}
        <p className="meta">
          {record && <span>{kindName(record.kind)}</span>}
          {address && <a href={address}>{into.label}</a>}
          {type === 'removal' && rows > 1 && <span>with {plural(rows - 1, 'other row')}</span>}
          {type === 'import' && <span>{plural(rows, 'row')}</span>}
        </p>
        <p className="meta">
          <span>
            <time dateTime={at}>{whenText(at)}</time>
            {by && ` by ${by.name}`}
          </span>
          <span>{until ? `can be undone until ${DAY.format(new Date(until))}` : undone ? 'undone' : 'for good'}</span>
        </p>
      </div>
      {until === null ? null : isAllowed ? (
        <Button
          ref={button}
          aria-label={`Undo: ${text}`}
          aria-disabled={isPending}
          onClick={() => (type === 'import' ? setAsking(true) : undo())}
        >
          Undo
        </Button>
      ) : (
        <p className="meta">{UNDO.byAdministrator}</p>
      )}
      {isAsking && (
        <form
          className="aside"
          onSubmit={(event) => {
            event.preventDefault()
            undo()
          }}
        >
          <p role="alert">
            Everything that this import added is removed, and what it changed is as it was before. Old maps stay. Until
            it is done, everybody else waits with saving: after a large import, that can take minutes.
          </p>
          <DialogButtons
            send="Undo the Import"
            isSending={isPending}
            onCancel={() => {
              button.current?.focus()
              setAsking(false)
            }}
          />
        </form>
      )}
      {refused && !isAsking && (
        <p className="field-error" role="alert">
          <Refused refused={refused} onKeep={() => undo(true)} />
        </p>
      )}
    </li>
  )
}
