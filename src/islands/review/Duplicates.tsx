import { isSame } from '#stores/review/record-names.ts'
import { useState } from 'react'
import type { DeskRecord } from '#contract/record.ts'
import { recordAddress } from '#rules/addresses/record-address.ts'
import { SmallButton } from '../widgets/Button.tsx'
import { useStore } from '../widgets/use-store.ts'
import { useDesk } from './desk-context.ts'
import { MergeDialog } from './MergeDialog.tsx'
import { kindName, STATE_NAMES } from './messages.ts'

/** Records that may be the same as this one, or as one that it brings. */
export function Duplicates({ record }: { record: DeskRecord }) {
  const { desk } = useDesk()
  const found = useStore(desk.merges.$likely)
  const [isOpen, setOpen] = useState(false)
  if (found.length === 0) return null
  return (
    <section className="desk-changed" aria-labelledby="desk-likely">
      <h3 id="desk-likely">Already in the archive?</h3>
      <ul>
        {found.map(({ kind, key, label, likely }) => (
          <li key={`${kind} ${key}`}>
            <p>
              {key === record.key && kind === record.kind ? kindName(kind) : `The new ${kindName(kind).toLowerCase()}`}{' '}
              <strong>{label}</strong> may be:
            </p>
            <ul className="desk-likely">
              {likely.map((other) => (
                <li key={other.key}>
                  <a href={recordAddress(kind, other.key)!} target="_blank" rel="noopener">
                    {other.label}
                  </a>
                  {other.state !== 'published' && <span className="meta"> {STATE_NAMES[other.state]}</span>}
                  <SmallButton
                    onClick={() => {
                      setOpen(true)
                      void desk.merges.plan(kind, key, other.key)
                    }}
                  >
                    Compare and Merge
                    <span className="visually-hidden"> with {other.label}</span>
                  </SmallButton>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {isOpen && (
        <MergeDialog
          merges={desk.merges}
          onMerged={(stays, goes) => {
            const open = desk.$open.get()
            // The open one is gone.
            if (open.state !== 'none' && isSame(open.name, goes)) void desk.open(stays)
          }}
          onClose={() => {
            desk.merges.close()
            setOpen(false)
          }}
        />
      )}
    </section>
  )
}
