import { useEffect } from 'react'
import { SectionFrame } from '../SectionFrame.tsx'
import { usePart } from '../use-part.ts'
import { useDraftError, useWizard } from '../wizard-context.ts'

/** Spec §2 "Images". Its script is fetched once a type with images is chosen. */
export function ImagesSection() {
  const { stores, previews, thumbnails } = useWizard()
  const error = useDraftError('images')
  const { Part, state, load } = usePart(async () => (await import('../images/ImagesSection.tsx')).default)
  // Only once: a failure is tried again by the button.
  useEffect(load, []) // oxlint-disable-line react/exhaustive-deps
  return (
    <SectionFrame
      section="images"
      lead="Scans or photographs of the item: front and back, each page, each side. You can also add them later."
    >
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
      {Part && <Part {...{ stores, previews, thumbnails }} />}
      {state === 'loading' && <p role="status">Loading...</p>}
      {state === 'failed' && (
        <p className="field-error" role="alert">
          This part didn't load. Check your connection.{' '}
          <button type="button" className="small-button" onClick={load}>
            Try again
          </button>
        </p>
      )}
    </SectionFrame>
  )
}
