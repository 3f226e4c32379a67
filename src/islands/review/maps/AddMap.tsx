import { useEffect, useId, useRef, useState } from 'react'
import { FormError } from '../../widgets/FormError.tsx'
import type { OldMap } from '#contract/old-maps.ts'
import type { FormFailure } from '#stores/auth/auth-stores.ts'
import { SubmitButton } from '../../account/SubmitButton.tsx'
import { useForm } from '../../account/use-form.ts'
import { FieldError, FormField } from '../../widgets/FormField.tsx'
import { useStore } from '../../widgets/use-store.ts'
import { CheckResult } from './CheckResult.tsx'
import { MapFields, mapForm } from './MapFields.tsx'
import { named, TEXT } from './messages.ts'
import type { Adding, OldMapsParts } from './old-maps-parts.ts'
import { PlaceScan } from './PlaceScan.tsx'

interface Props {
  parts: OldMapsParts
  adding: Adding
  onClose: () => void
}

/** Adds or replaces an old map: its file, where it lies, the check, and what is written about it. */
export function AddMap({ parts, adding, onClose }: Props) {
  const { replaces, work } = adding
  const { placing } = parts
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const upload = useStore(placing.$upload)
  const busy = useStore(placing.$busy)
  const failure = useStore(placing.$failure)
  const checked = useStore(placing.$checked)
  useEffect(() => heading.current?.focus(), [])
  useEffect(() => {
    if (work) void placing.openUpload(work.upload)
  }, [placing, work])
  return (
    <section className="maps-add" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {replaces ? `Replace “${named(replaces)}”` : work ? `Place “${work.title}” again` : TEXT.add}
      </h2>
      {replaces && <p>{TEXT.replaceHint}</p>}
      {replaces && !upload && (
        <p className="buttons">
          <button
            type="button"
            className="button"
            disabled={busy !== null}
            onClick={() => void placing.copyScan(replaces.layer)}
          >
            {TEXT.sameScan}
          </button>
        </p>
      )}
      <FormField label={replaces ? TEXT.otherScan : TEXT.file} hint={TEXT.fileHint} error={failure?.fields?.['image']}>
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
      <FormError text={failure?.text} />
      {upload && (
        <>
          <PlaceScan parts={parts} upload={upload} />
          <FieldError id={`${id}-points`} text={failure?.fields?.['points'] ?? failure?.fields?.['georeference']} />
          <p className="buttons">
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
          {checked && replaces && <Replacing parts={parts} replaces={replaces} onClose={onClose} />}
          {checked && !replaces && <Texts parts={parts} adding={adding} onClose={onClose} />}
        </>
      )}
      {!upload && (
        <p className="buttons">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
        </p>
      )}
    </section>
  )
}

/** What is written about the map, and the last step. */
function Texts({ parts: { maps, placing }, adding: { work }, onClose }: Props) {
  const { errors, text, isSending, props } = useForm(mapForm, async (texts) => {
    const failure = await maps.add({ upload: placing.$upload.get()!.upload, ...placing.placement(), ...texts })
    if (!failure) onClose()
    return failure
  })
  return (
    <form className="account-form maps-texts" {...props}>
      <FormError text={text} />
      <MapFields errors={errors} {...(work && { map: { title: work.layer === 0 ? '' : work.title } })} />
      <p className="buttons">
        <SubmitButton isSending={isSending}>{TEXT.make}</SubmitButton>
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
      </p>
    </form>
  )
}

/** The last step of a replacement: what is written about the map stays. */
function Replacing({ parts: { maps, placing }, replaces, onClose }: Omit<Props, 'adding'> & { replaces: OldMap }) {
  const [failure, setFailure] = useState<FormFailure>(undefined)
  const [isSending, setSending] = useState(false)
  async function replace() {
    const { layer, title, year, inLegend, description, credit } = replaces
    const texts = { title, year, inLegend, ...(description && { description }), ...(credit && { credit }) }
    setSending(true)
    const refused = await maps.add({
      ...{ upload: placing.$upload.get()!.upload, ...placing.placement(), ...texts, replaces: layer },
    })
    setSending(false)
    if (refused) setFailure(refused)
    else onClose()
  }
  return (
    <>
      <FormError text={failure && (failure.text ?? Object.values(failure.fields ?? {}).join(' '))} />
      <p className="buttons">
        <button type="button" className="button strong" disabled={isSending} onClick={() => void replace()}>
          {TEXT.replace}
        </button>
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
      </p>
    </>
  )
}
