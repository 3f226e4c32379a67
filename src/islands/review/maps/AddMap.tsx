import { useEffect, useId, useRef, useState } from 'react'
import * as v from 'valibot'
import { Button, SmallButton } from '../../widgets/Button.tsx'
import { FormError } from '../../widgets/FormError.tsx'
import type { CheckedMap, OldMap } from '#contract/old-maps.ts'
import { formatNumber } from '#rules/names/record-names.ts'
import { useForm } from '../../account/use-form.ts'
import { FieldError, FormField } from '../../widgets/FormField.tsx'
import { useStore } from '../../widgets/use-store.ts'
import { MapFields, mapForm } from './MapFields.tsx'
import { metres, named, TEXT } from './messages.ts'
import type { Adding, OldMapsParts } from './old-maps-parts.ts'
import { PlaceScan } from './PlaceScan.tsx'
import { DialogButtons } from '../../widgets/ModalDialog.tsx'

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
          <Button disabled={busy !== null} onClick={() => void placing.copyScan(replaces.layer)}>
            {TEXT.sameScan}
          </Button>
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
          `${upload.file_name}: ${formatNumber(upload.width)} × ${formatNumber(upload.height)} pixels.`}
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
            {!checked && <Button onClick={onClose}>Cancel</Button>}
          </p>
          {checked && <CheckResult parts={parts} checked={checked} />}
          {checked && replaces && <Replacing parts={parts} replaces={replaces} onClose={onClose} />}
          {checked && !replaces && <Texts parts={parts} adding={adding} onClose={onClose} />}
        </>
      )}
      {!upload && (
        <p className="buttons">
          <Button onClick={onClose}>Cancel</Button>
        </p>
      )}
    </section>
  )
}

/** What is written about the map, and the last step. */
function Texts({ parts: { maps, placing }, adding: { work }, onClose }: Props) {
  const send = (texts: v.InferOutput<typeof mapForm>) =>
    maps.add({ upload: placing.$upload.get()!.upload, ...placing.placement(), ...texts })
  const { errors, text, isSending, props } = useForm(mapForm, send, onClose)
  return (
    <form className="account-form maps-texts" {...props}>
      <FormError text={text} />
      <MapFields errors={errors} {...(work && { map: { title: work.layer === 0 ? '' : work.title } })} />
      <DialogButtons send={TEXT.make} isSending={isSending} onCancel={onClose} />
    </form>
  )
}

/** The last step of a replacement: what is written about the map stays. */
function Replacing({ parts: { maps, placing }, replaces, onClose }: Omit<Props, 'adding'> & { replaces: OldMap }) {
  const send = () => {
    const { layer, title, year, inLegend, description, credit } = replaces
    const texts = { title, year, inLegend, ...(description && { description }), ...(credit && { credit }) }
    const upload = { upload: placing.$upload.get()!.upload, ...placing.placement() }
    return maps.add({ ...upload, ...texts, replaces: layer })
  }
  const { errors, text, isSending, props } = useForm(v.object({}), send, onClose)
  return (
    <form {...props}>
      <FormError text={text ?? Object.values(errors).join(' ')} />
      <DialogButtons send={TEXT.replace} isSending={isSending} onCancel={onClose} />
    </form>
  )
}

const START = 0.8

/** What the check found, and the placed scan over the map. */
function CheckResult({ parts: { canvas, placing }, checked }: { parts: OldMapsParts; checked: CheckedMap }) {
  const id = useId()
  const way = useStore(placing.$way)
  const [opacity, setOpacity] = useState(START)
  const shown = useRef<CheckedMap>(undefined)
  useEffect(() => {
    canvas.showPreview(checked.preview, opacity)
    if (shown.current !== checked) void canvas.zoomTo(checked.bounds)
    shown.current = checked
  }, [canvas, checked, opacity])
  useEffect(() => () => canvas.showPreview(null, 0), [canvas])
  const { rms, points, notes, minimum_zoom, maximum_zoom } = checked
  return (
    <div className="maps-result">
      <p role="status">
        {rms === null
          ? 'The scan is placed. '
          : `${points.length} points, off by ${metres(rms)} on average (root mean square). `}
        Tiles are made for zoom {minimum_zoom} to {maximum_zoom}. The map above shows where the scan will lie.
      </p>
      {notes.map((note) => (
        <p key={note} className="field-hint">
          {note}
        </p>
      ))}
      <p className="buttons maps-opacity">
        <label htmlFor={id}>Opacity of the scan on the map</label>
        <input
          id={id}
          type="range"
          min={0}
          max={1}
          step={0.05}
          value={opacity}
          onChange={({ currentTarget }) => setOpacity(Number(currentTarget.value))}
        />
      </p>
      {way === 'file' && points.length > 0 && (
        <details>
          <summary>{points.length} points</summary>
          <ol>
            {points.map(({ x, y, residual }, at) => (
              <li key={at}>
                Pixel {Math.round(x)}, {Math.round(y)}: {metres(residual)}
              </li>
            ))}
          </ol>
          <p className="field-hint">{TEXT.residuals}</p>
          <SmallButton onClick={placing.takeOver}>Correct These Points</SmallButton>
        </details>
      )}
    </div>
  )
}
