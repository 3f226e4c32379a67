import { useState } from 'react'
import { outlineText, readOutline } from '#rules/map/outlines/corners-text.ts'
import { polygonsOf } from '#rules/map/outlines/polygons.ts'
import { useStore } from '../../widgets/use-store.ts'
import { TEXT } from './messages.ts'
import { usePlaces } from './places-context.ts'

interface Props {
  text: string
  onDrawn: (text: string) => void
}

/** Draws the outline on the map, or moves its corners. */
export function OutlineTools({ text, onDrawn }: Props) {
  const { map, canvas } = usePlaces()
  const isDrawing = useStore(map.$drawing)
  const [isAway, setAway] = useState(false)
  const read = readOutline(text)
  const outline = 'outline' in read ? read.outline : null
  const hasHoles = outline !== null && polygonsOf(outline).some((rings) => rings.length > 1)

  async function start(before: typeof outline) {
    setAway(false)
    if (before === null) onDrawn('')
    const begun = await canvas.drawOutline(before, (drawn) => onDrawn(outlineText(drawn)))
    setAway(!begun)
  }
  return (
    <div className="places-tools">
      <div className="desk-buttons">
        {isDrawing ? (
          <button type="button" className="button" onClick={canvas.stopDrawing}>
            Done on the Map
          </button>
        ) : (
          <>
            {outline !== null && !hasHoles && (
              <button type="button" className="button" onClick={() => void start(outline)}>
                Move Corners on the Map
              </button>
            )}
            <button type="button" className="button" onClick={() => void start(null)}>
              {outline === null ? 'Draw on the Map' : 'Draw Again'}
            </button>
          </>
        )}
      </div>
      <p className="field-hint" role="status">
        {isDrawing ? (outline === null ? TEXT.draw : TEXT.edit) : hasHoles ? TEXT.noHoles : ''}
        {isAway && 'The drawing tools could not be loaded. Please try again, or write the corners below.'}
      </p>
    </div>
  )
}
