import type { OldMap } from '#contract/old-maps.ts'
import type { OldMapsStore } from '#stores/review/maps/old-maps.ts'
import type { AuditEntry } from '#contract/record.ts'
import { Loading } from '#components/record/Loading.tsx'
import { useStore } from '../../widgets/use-store.ts'
import { AuditStep } from '../AuditStep.tsx'
import { named } from './messages.ts'

/** Who changed which map and when, from the audit trail. Read when it is opened. */
export function MapHistory({ store, maps }: { store: OldMapsStore; maps: readonly OldMap[] }) {
  const steps = useStore(store.$history)
  const nameOf = (key: number | string) => {
    if (key === 0) return 'The order of the maps'
    const map = maps.find(({ layer }) => layer === key)
    return map ? named(map) : `Layer ${key}`
  }
  return (
    <details className="desk-history" onToggle={({ currentTarget }) => currentTarget.open && void store.loadHistory()}>
      <summary>History of the maps</summary>
      {steps === null ? (
        <Loading />
      ) : steps.length === 0 ? (
        <p className="empty">Nothing has been changed yet.</p>
      ) : (
        <ol>
          {steps.map((step) => (
            <li key={step.id}>
              <p className="row-name">{nameOf(step.key)}</p>
              <Step step={step} />
            </li>
          ))}
        </ol>
      )}
    </details>
  )
}

/** The version of a map's tiles changes with its scan and its points; to a person its number says nothing. */
function Step({ step }: { step: AuditEntry }) {
  const has = (name: string) => step.fields.some(({ field }) => field === name)
  const fields = step.fields.filter(({ field }) => field !== 'version')
  return (
    <AuditStep step={{ ...step, fields }} nameOf={() => undefined}>
      {step.action === 'edited' && has('version') && (
        <p className="meta">{has('file') ? 'Replaced by another scan.' : 'The same scan was placed again.'}</p>
      )}
    </AuditStep>
  )
}
