import { useEffect, useRef, useState } from 'react'
import { SCAN } from '#contract/limits.ts'
import { PICTURE } from '#contract/picture-messages.ts'
import { LinkButton } from '../../widgets/Button.tsx'
import { FormField } from '../../widgets/FormField.tsx'

/** CSS pixels of the preview's longer side. */
const SIDE = 160

/** Draws the picture in the canvas. False when the browser can't read it, such as TIFF. */
async function drawPreview(canvas: HTMLCanvasElement, picture: File): Promise<boolean> {
  try {
    const bitmap = await createImageBitmap(picture, { resizeWidth: 2 * SIDE, resizeQuality: 'medium' })
    canvas.width = bitmap.width
    canvas.height = bitmap.height
    canvas.getContext('2d')!.drawImage(bitmap, 0, 0)
    bitmap.close()
    return true
  } catch {
    return false
  }
}

interface Props {
  picture: File | null
  onChange: (picture: File | null) => void
}

/** The portrait of a new person. */
export function PictureField({ picture, onChange }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const [drawn, setDrawn] = useState<File>()
  useEffect(() => {
    let isWanted = true
    if (picture) void drawPreview(canvas.current!, picture).then((done) => isWanted && done && setDrawn(picture))
    return () => {
      isWanted = false
    }
  }, [picture])

  function choose(file: File | undefined) {
    if (!file) return
    const problem =
      file.size > SCAN.maximumBytes ? PICTURE.bytes(file.size, SCAN.maximumBytes) : file.size === 0 && PICTURE.empty
    setError(problem || undefined)
    onChange(problem ? null : file)
  }
  return (
    <div>
      <FormField label="Portrait" hint="A photograph or drawing of this person, if you have one." error={error}>
        {(control) => (
          <input
            {...control}
            ref={input}
            type="file"
            accept="image/*,.tif,.tiff,.heic,.heif"
            onChange={({ currentTarget }) => choose(currentTarget.files?.[0])}
          />
        )}
      </FormField>
      {picture && (
        <p className="picture-chosen">
          <canvas ref={canvas} hidden={drawn !== picture} role="img" aria-label={`Preview of ${picture.name}`} />
          <LinkButton
            onClick={() => {
              input.current!.value = ''
              onChange(null)
              input.current!.focus()
            }}
          >
            Remove the picture
          </LinkButton>
        </p>
      )}
    </div>
  )
}
