import { useEffect, useId, useState } from 'react'
import { Loading } from '#components/record/Loading.tsx'
import type { Uses } from '#contract/review.ts'
import { sentenceOf, type TreeStore } from '#stores/review/trees/tree.ts'
import { ModalDialog } from '../../widgets/ModalDialog.tsx'
import { TEXT, textOfUse } from './messages.ts'

interface Props {
  store: TreeStore
  id: number
  name: string
  onClose: () => void
}

/** Says what hangs on a row, and removes it. */
export function RemoveDialog({ store, id, name, onClose }: Props) {
  const title = useId()
  const [uses, setUses] = useState<Uses>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    store.uses(id).then(setUses, (reason: unknown) => setProblem(sentenceOf(reason)))
  }, [store, id])
  return (
    <ModalDialog className="login-dialog" labelledBy={title} onClose={onClose} staysOpen>
      <h2 id={title}>Remove “{name}”?</h2>
      {problem && (
        <p className="form-error" role="alert">
          {problem}
        </p>
      )}
      {!uses && !problem && <Loading />}
      {uses && (
        <>
          {uses.count === 0 && <p>{TEXT.noUses}</p>}
          <ul className="desk-report">
            {uses.uses.map((use) => (
              <li key={`${use.kind} ${use.effect}`}>
                <strong>{textOfUse(store.kind, use)}</strong>
                <p className="meta">{`${use.records.map(({ label }) => label).join(', ')}${use.count > use.records.length ? ' …' : ''}`}</p>
              </li>
            ))}
          </ul>
          <p>{TEXT.undoNote}</p>
        </>
      )}
      <p className="desk-buttons">
        {uses && (
          <button
            type="button"
            className="button strong"
            onClick={() => {
              onClose()
              void store.remove(id, uses.count)
            }}
          >
            Remove
          </button>
        )}
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
      </p>
    </ModalDialog>
  )
}
