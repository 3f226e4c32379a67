import { useEffect } from 'react'
import { useStore } from '../../widgets/use-store.ts'
import { RecordForm } from '../RecordForm.tsx'
import { OutlineTools } from './OutlineTools.tsx'
import { usePlaces } from './places-context.ts'

/** The fields of a place. The outline is edited on the map or as text: both are the same. */
export function PlaceForm() {
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
      className="places-form"
      {...{ edits, edit }}
      above={{ geometry: outline }}
      word={edit.newKey === null ? 'Save' : 'Add Place'}
      onSave={async () => (await places.save()) && canvas.stopDrawing()}
      onFollow={() => void places.followMerge()}
    />
  )
}
