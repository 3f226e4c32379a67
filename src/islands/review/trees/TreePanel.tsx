import { useEffect, useRef } from 'react'
import { SmallButton } from '../../widgets/Button.tsx'
import { Waiting } from '../../widgets/RequestProblem.tsx'
import type { DeskRecord } from '#contract/record.ts'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { recordAddress } from '#rules/addresses/record-address.ts'
import { formOf } from '#rules/forms/record-form.ts'
import { nameText, toName } from '#stores/review/record-names.ts'
import type { TreeStore } from '#stores/review/trees/tree.ts'
import { useStore } from '../../widgets/use-store.ts'
import { RecordForm } from '../RecordForm.tsx'
import { RemoveButton } from '../RemoveButton.tsx'
import { TEXT, WORDS } from './messages.ts'

/** Beside the tree: the fields of the chosen row and what can be done with it, or a new one. */
export function TreePanel({ store }: { store: TreeStore }) {
  const panel = useStore(store.$panel)
  const rows = useStore(store.$rows) ?? []
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = panel.of === 'record' ? panel.id : panel.of === 'new' && `new ${panel.round}`
  useEffect(() => {
    // On a phone it is below the tree.
    heading.current?.scrollIntoView({ block: 'nearest' })
    // After Add the form went with the focus.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [shown])
  const nameOf = (id: number | null) => rows.find((row) => row.id === id)?.name
  if (panel.of === 'none')
    return <p className="trees-panel meta">{store.hasBranches ? TEXT.hint : TEXT.hintOfStories}</p>
  const { one } = WORDS[store.kind]
  return (
    <section className="trees-panel" aria-labelledby="trees-panel">
      <h2 ref={heading} id="trees-panel" tabIndex={-1}>
        {panel.of === 'new' ? TEXT.newBelow(one, nameOf(panel.parent)) : nameOf(panel.id)}
      </h2>
      {panel.of === 'new' && <Fields key={panel.round} store={store} word="Add" takesFocus />}
      {panel.of === 'record' && (
        <>
          <Waiting resource={panel.opened} onRetry={() => store.choose(panel.id)} />
          {panel.opened.value && <OpenRow store={store} record={panel.opened.value} />}
        </>
      )}
    </section>
  )
}

/** The tab stop of the tree. */
const focusTree = () => document.querySelector<HTMLElement>('.trees [tabindex="0"]')?.focus()

function OpenRow({ store, record }: { store: TreeStore; record: DeskRecord }) {
  const id = Number(record.key)
  const steps = [
    ['Move', () => store.startChoosing('move', id)],
    ['Add Below', () => store.startAdding(id)],
    ['Merge', () => store.startChoosing('merge', id)],
  ] as const
  const address = record.state === 'published' ? recordAddress(record.kind, id) : null
  return (
    <>
      <p className="buttons">
        {store.hasBranches ? (
          steps.map(([name, take]) => (
            <SmallButton key={name} onClick={take}>
              {name}
            </SmallButton>
          ))
        ) : (
          <a className="small-button" href={`${ADDRESS.review}?record=${nameText(record)}`}>
            {record.state === 'published' ? 'Open in Review' : 'Review and Publish'}
          </a>
        )}
        <RemoveButton
          store={store.removal}
          name={toName(record)}
          label={record.label}
          note={<p>{WORDS[store.kind].below}</p>}
          onGone={focusTree}
        />
      </p>
      <Fields store={store} word="Save" />
      {address && (
        <p>
          <a href={address}>See its page</a>
        </p>
      )}
    </>
  )
}

/** All but the parent, which is chosen in the tree. */
function Fields({ store, word, takesFocus }: { store: TreeStore; word: string; takesFocus?: boolean }) {
  const edit = useStore(store.edits.$edit)
  if (!edit) return null
  return (
    <RecordForm
      canAdd
      {...{ edits: store.edits, edit, word, takesFocus }}
      fields={formOf(store.kind).filter(({ control }) => control !== 'one')}
      onSave={store.save}
      onFollow={() => void store.followMerge()}
      onClose={() => {
        store.close()
        focusTree()
      }}
    />
  )
}
