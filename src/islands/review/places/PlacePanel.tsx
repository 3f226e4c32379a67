import { Loading } from '#components/record/Loading.tsx'
import type { DeskRecord } from '#contract/record.ts'
import { zoneAddress } from '#rules/addresses/page-addresses.ts'
import { hasChanges } from '#stores/review/edit-model.ts'
import { toName } from '#stores/review/record-names.ts'
import { useStore } from '../../widgets/use-store.ts'
import { RemoveButton } from '../RemoveButton.tsx'
import { Lots } from './Lots.tsx'
import { TEXT } from './messages.ts'
import { PanelHead } from './PanelHead.tsx'
import { PlaceForm } from './PlaceForm.tsx'
import { usePlaces } from './places-context.ts'

/** The open place, or a new one. Its head stays while the place is loaded: it has the focus. */
export function PlacePanel() {
  const { places } = usePlaces()
  const view = useStore(places.$view)
  const zone = useStore(places.$zone)
  if (view.is === 'new') {
    return (
      <section>
        <PanelHead title="New place" />
        <PlaceForm />
      </section>
    )
  }
  const record = typeof zone === 'object' ? zone : null
  return (
    <section>
      <PanelHead title={record?.label ?? 'Place'}>{record && <PlaceTools zone={record} />}</PanelHead>
      {record ? (
        <>
          <PlaceForm key={record.key} />
          <Lots />
        </>
      ) : zone === 'missing' || zone === 'failed' ? (
        <p className="list-note" role="alert">
          {zone === 'missing' ? TEXT.missing : TEXT.zoneFailed}
        </p>
      ) : (
        <Loading />
      )}
    </section>
  )
}

/** Its number and page, and what can be done with it. */
function PlaceTools({ zone }: { zone: DeskRecord }) {
  const { places } = usePlaces()
  const edit = useStore(places.edits.$edit)
  const key = Number(zone.key)
  const isUnsaved = edit !== null && hasChanges(edit)
  const hasOutline = zone.fields['geometry'] !== null
  return (
    <>
      <p className="meta">
        No. {key} · <a href={zoneAddress(key)}>Its page</a>
      </p>
      <div className="buttons">
        {hasOutline && (
          <button
            type="button"
            className="button"
            aria-disabled={isUnsaved}
            onClick={() => isUnsaved || places.startSplit(key)}
          >
            Split…
          </button>
        )}
        <button
          type="button"
          className="button"
          aria-disabled={isUnsaved}
          onClick={() => isUnsaved || places.startJoin(key)}
        >
          Join…
        </button>
        <RemoveButton
          store={places.removal}
          name={toName(zone)}
          label={zone.label}
          className="button"
          note={<p>{TEXT.joinInstead}</p>}
        />
      </div>
      {isUnsaved && <p className="field-hint">Save or undo your changes before you split or join.</p>}
    </>
  )
}
