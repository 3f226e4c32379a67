import { useState } from 'react'
import { readOutline } from '#rules/map/outlines/corners-text.ts'
import { OUTLINE } from '#rules/map/outlines/messages.ts'
import { polygonsOf } from '#rules/map/outlines/polygons.ts'
import { Button, LinkButton } from '../../widgets/Button.tsx'
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
