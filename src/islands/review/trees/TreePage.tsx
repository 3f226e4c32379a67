import { useEffect, useState } from 'react'
import { Button, SmallButton } from '../../widgets/Button.tsx'
import { FormError } from '../../widgets/FormError.tsx'
import { Waiting } from '../../widgets/RequestProblem.tsx'
import { createSessionClientOf } from '#client/session-client.ts'
import { baseCalls } from '#contract/endpoints/base.ts'
import { staffCalls } from '#contract/endpoints/staff.ts'
import { treeCalls } from '#contract/endpoints/trees.ts'
import { plural } from '#rules/names/record-names.ts'
import type { TreeKind } from '#contract/tree.ts'
import { newId } from '#stores/add-item/browser-deps.ts'
import { createTree, type TreeCallName, type TreeStore } from '#stores/review/trees/tree.ts'
import '#styles/staff-trees.css'
import type { PageAuth } from '../../account/page-auth.ts'
import { TextField } from '../../widgets/TextField.tsx'
import { useStore } from '../../widgets/use-store.ts'
import { Status } from '../../widgets/Status.tsx'
import { keptOnDevice } from '../kept-on-device.ts'
import { nothingDoneText } from '../messages.ts'
import { MergeDialog } from '../MergeDialog.tsx'
import { StaffPage } from '../StaffPage.tsx'
import { UndoNote } from '../undo/UndoNote.tsx'
import { countOf, doneText, WORDS } from './messages.ts'
import { TreePanel } from './TreePanel.tsx'
import { TreeView } from './TreeView.tsx'

/** Island: staff arrange subjects or collections (our addition). */
export default function TreePage({ apiBase, kind }: { apiBase: string; kind: TreeKind }) {
  return (
    <StaffPage apiBase={apiBase} name={kind}>
      {(user, page) => <Tree key={user.id} {...{ kind, page }} user={user.id} />}
    </StaffPage>
  )
}

function createStore(kind: TreeKind, page: PageAuth, user: number): TreeStore {
  const { auth, session } = page
  const calls = { ...baseCalls, ...staffCalls, ...treeCalls }
  const client = createSessionClientOf<TreeCallName>(calls, { base: page.client.base, tokens: session })
  const kept = keptOnDevice(page, user)
  return createTree({ kind, client, withSession: auth.withSession, newId: () => newId(crypto), kept })
}

function Tree({ kind, page, user }: { kind: TreeKind; page: PageAuth; user: number }) {
  const [store] = useState(() => createStore(kind, page, user))
  const rows = useStore(store.$rows)
  const list = useStore(store.$list)
  useEffect(() => void store.start(), [store])
  const merge = useStore(store.merges.$merge)
  const waiting = <Waiting resource={list} onRetry={store.load} />
  if (rows === null) return waiting
  return (
    <div className="trees">
      <div className="trees-tree">
        <Tools store={store} />
        <Outcome store={store} />
        {waiting}
        <TreeView store={store} />
      </div>
      <TreePanel store={store} />
      {merge.state !== 'none' && (
        <MergeDialog
          merges={store.merges}
          onMerged={(stays) => {
            store.reveal(Number(stays.key))
            void store.choose(Number(stays.key))
          }}
          onClose={() => store.merges.close()}
        />
      )}
    </div>
  )
}

function Tools({ store }: { store: TreeStore }) {
  const words = useStore(store.$words)
  const rows = useStore(store.$rows) ?? []
  const shown = useStore(store.$shown)
  return (
    <form role="search" className="list-tools" onSubmit={(event) => event.preventDefault()}>
      <TextField
        label={WORDS[store.kind].filter}
        type="search"
        autoComplete="off"
        value={words}
        onChange={(text) => store.$words.set(text)}
      />
      <p className="buttons">
        <Button onClick={() => store.startAdding(null)}>{WORDS[store.kind].add}</Button>
        {store.hasBranches &&
          [true, false].map((isOpen) => (
            <SmallButton key={Number(isOpen)} onClick={() => store.openAll(isOpen)}>
              {isOpen ? 'Open All' : 'Close All'}
            </SmallButton>
          ))}
      </p>
      <Status className="meta">
        {words.trim() === '' ? countOf(store.kind, rows.length) : `${plural(shown.length, 'row')} shown`}
      </Status>
    </form>
  )
}

/** What became of the last step, and how to undo it. */
function Outcome({ store }: { store: TreeStore }) {
  const done = useStore(store.$done)
  const refusal = useStore(store.$refusal)
  return (
    <div className="trees-outcome">
      <Status className="form-done">{done && doneText(done)}</Status>
      <UndoNote store={store.last} />
      <FormError text={refusal && nothingDoneText(refusal)} />
    </div>
  )
}
