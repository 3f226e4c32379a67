import { Loading } from '#components/record/Loading.tsx'
import type { DeskRecord } from '#contract/record.ts'
import { zoneAddress } from '#rules/addresses/page-addresses.ts'
import { hasChanges } from '#stores/review/edit-model.ts'
import { toName } from '#stores/review/record-names.ts'
import { Button } from '../../widgets/Button.tsx'
import { RequestProblem } from '../../widgets/RequestProblem.tsx'
import { useStore } from '../../widgets/use-store.ts'
import { RemoveButton } from '../RemoveButton.tsx'
import { Lots } from './Lots.tsx'
import { TEXT } from './messages.ts'
import { PanelHead } from './PanelHead.tsx'
import { usePlaces } from './places-context.ts'
import { useEffect } from 'react'
import { RecordForm } from '../RecordForm.tsx'
import { OutlineTools } from './OutlineTools.tsx'

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
  const { value: record } = zone
  return (
    <section>
      <PanelHead title={record?.label ?? 'Place'}>{record && <PlaceTools zone={record} />}</PanelHead>
      {record ? (
        <>
          <PlaceForm key={record.key} />
          <Lots />
        </>
      ) : zone.state === 'failed' ? (
        <RequestProblem
          className="list-note"
          problem={zone.problem}
          onRetry={() => view.is === 'zone' && places.open(view.zone)}
        />
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
          <Button aria-disabled={isUnsaved} onClick={() => isUnsaved || places.startSplit(key)}>
            Split…
          </Button>
        )}
        <Button aria-disabled={isUnsaved} onClick={() => isUnsaved || places.startJoin(key)}>
          Join…
        </Button>
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

/** The fields of a place. The outline is edited on the map or as text: both are the same. */
function PlaceForm() {
  const { places, canvas } = usePlaces()
  const edit = useStore(places.edits.$edit)
  useEffect(() => () => canvas.stopDrawing(), [canvas])
  if (!edit) return null
  const edits = {
    ...places.edits,
    change(field: string, input: unknown) {
      if (field === 'geometry') canvas.stopDrawing()
      places.edits.change(field, input)
    },
    decide(field: string, whose: 'theirs' | 'mine') {
      if (field === 'geometry') canvas.stopDrawing()
      places.edits.decide(field, whose)
    },
    reset() {
      canvas.stopDrawing()
      places.edits.reset()
    },
  }
  const outline = (
    <OutlineTools text={edit.inputs['geometry'] as string} onDrawn={(text) => places.edits.change('geometry', text)} />
  )
  return (
    <RecordForm
      canAdd
      className="places-form"
      {...{ edits, edit }}
      above={{ geometry: outline }}
      word={edit.newKey === null ? 'Save' : 'Add Place'}
      onSave={async () => (await places.save()) && canvas.stopDrawing()}
      onFollow={() => void places.followMerge()}
    />
  )
}
