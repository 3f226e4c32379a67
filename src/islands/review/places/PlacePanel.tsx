import { useEffect, useState } from 'react'
import type { DeskRecord } from '#contract/record.ts'
import { zoneAddress } from '#rules/addresses/page-addresses.ts'
import { readOutline } from '#rules/map/outlines/corners-text.ts'
import { OUTLINE } from '#rules/map/outlines/messages.ts'
import { polygonsOf } from '#rules/map/outlines/polygons.ts'
import { hasChanges } from '#stores/review/edit-model.ts'
import { toName } from '#stores/review/record-names.ts'
import { Button, LinkButton } from '../../widgets/Button.tsx'
import { Waiting } from '../../widgets/RequestProblem.tsx'
import { useStore } from '../../widgets/use-store.ts'
import { RecordForm } from '../RecordForm.tsx'
import { RemoveButton } from '../RemoveButton.tsx'
import { Lots } from './Lots.tsx'
import { PanelHead } from './PanelHead.tsx'
import { TEXT } from './messages.ts'
import { usePlaces } from './places-context.ts'

/** Draws the outline on the map, or moves its corners. */
function OutlineTools({ text, onDrawn }: { text: string; onDrawn: (text: string) => void }) {
  const { map, canvas } = usePlaces()
  const isDrawing = useStore(map.$drawing)
  const [isAway, setAway] = useState(false)
  const [isFinished, setFinished] = useState(false)
  const [isTooShort, setTooShort] = useState(false)
  /** The outline before something was drawn. */
  const [earlier, setEarlier] = useState('')
  const read = readOutline(text)
  const outline = 'outline' in read ? read.outline : null
  const hasHoles = outline !== null && polygonsOf(outline).some((rings) => rings.length > 1)

  async function start(before: typeof outline) {
    setAway(false)
    setFinished(before !== null)
    setEarlier(text)
    const begun = await canvas.drawOutline(before, (drawn, isFinished) => {
      setFinished(isFinished)
      setTooShort(false)
      onDrawn(drawn || text)
    })
    setAway(!begun)
  }
  function finish() {
    if ('problem' in read && read.problem === OUTLINE.threeCorners) setTooShort(true)
    else canvas.stopDrawing()
  }
  function dropDrawing() {
    setTooShort(false)
    canvas.stopDrawing()
    onDrawn(earlier)
  }
  return (
    <div className="places-tools">
      <div className="buttons">
        {isDrawing ? (
          <Button onClick={finish}>Done on the Map</Button>
        ) : (
          <>
            {outline !== null && !hasHoles && (
              <Button onClick={() => void start(outline)}>Move Corners on the Map</Button>
            )}
            <Button onClick={() => void start(null)}>{outline === null ? 'Draw on the Map' : 'Draw Again'}</Button>
          </>
        )}
      </div>
      {isDrawing && isTooShort && (
        <p className="form-error" role="alert">
          {TEXT.tooShort} <LinkButton onClick={dropDrawing}>Leave It Out</LinkButton>
        </p>
      )}
      <p className="field-hint" role="status">
        {isDrawing ? (isFinished ? TEXT.edit : TEXT.draw) : hasHoles ? TEXT.noHoles : ''}
        {isAway && 'The drawing tools could not be loaded. Please try again, or write the corners below.'}
      </p>
    </div>
  )
}

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
      ) : (
        <Waiting className="list-note" resource={zone} onRetry={() => view.is === 'zone' && places.open(view.zone)} />
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
