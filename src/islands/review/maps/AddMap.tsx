import { useEffect, useId, useRef } from 'react'
import { SubmitButton } from '../../account/SubmitButton.tsx'
import { useForm } from '../../account/use-form.ts'
import { FieldError, FormField } from '../../widgets/FormField.tsx'
import { useStore } from '../../widgets/use-store.ts'
import { CheckResult } from './CheckResult.tsx'
import { MapFields, mapForm } from './MapFields.tsx'
import { TEXT } from './messages.ts'
import type { OldMapsParts } from './OldMapsPage.tsx'
import { PlaceScan } from './PlaceScan.tsx'

interface Props {
  parts: OldMapsParts
  onClose: () => void
}

/** Adds an old map: its file, where it lies, the check, and what is written about it. */
export function AddMap({ parts, onClose }: Props) {
  const { placing } = parts
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const upload = useStore(placing.$upload)
  const busy = useStore(placing.$busy)
  const failure = useStore(placing.$failure)
  const checked = useStore(placing.$checked)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="maps-add" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {TEXT.add}
      </h2>
      <FormField label={TEXT.file} hint={TEXT.fileHint} error={failure?.fields?.['image']}>
        {(control) => (
          <input
            {...control}
            type="file"
            accept="image/tiff,image/jpeg,image/png,image/webp,.tif,.tiff"
            disabled={busy !== null}
            onChange={({ currentTarget: { files } }) => files?.[0] && void placing.send(files[0])}
          />
        )}
      </FormField>
      <p role="status" className="meta">
        {busy === 'upload' && TEXT.uploading}
        {busy === 'check' && TEXT.checking}
        {busy === null &&
          upload &&
          `${upload.file_name}: ${upload.width.toLocaleString('en-CA')} × ${upload.height.toLocaleString('en-CA')} pixels.`}
      </p>
      {failure?.text && (
        <p className="form-error" role="alert">
          {failure.text}
        </p>
      )}
      {upload && (
        <>
          <PlaceScan parts={parts} upload={upload} />
          <FieldError id={`${id}-points`} text={failure?.fields?.['points'] ?? failure?.fields?.['georeference']} />
          <p className="desk-buttons">
            <button
              type="button"
              className={checked ? 'button' : 'button strong'}
              disabled={busy !== null}
              onClick={() => void placing.check()}
            >
              {TEXT.check}
            </button>
            {!checked && (
              <button type="button" className="button" onClick={onClose}>
                Cancel
              </button>
            )}
          </p>
          {checked && <CheckResult parts={parts} checked={checked} />}
          {checked && <Texts parts={parts} onClose={onClose} />}
        </>
      )}
      {!upload && (
        <p className="desk-buttons">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
        </p>
      )}
    </section>
  )
}

/** What is written about the map, and the last step. */
function Texts({ parts: { maps, placing }, onClose }: Props) {
  const { errors, text, isSending, props } = useForm(mapForm, async (texts) => {
    const failure = await maps.add({ upload: placing.$upload.get()!.upload, ...placing.placement(), ...texts })
    if (!failure) onClose()
    return failure
  })
  return (
    <form className="account-form maps-texts" {...props}>
      {text && (
        <p className="form-error" role="alert">
          {text}
        </p>
      )}
      <MapFields errors={errors} />
      <p className="desk-buttons">
        <SubmitButton isSending={isSending}>{TEXT.make}</SubmitButton>
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
      </p>
    </form>
  )
}
