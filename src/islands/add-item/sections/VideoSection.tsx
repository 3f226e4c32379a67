import { useEffect, useRef } from 'react'
import { SmallButton } from '../../widgets/Button.tsx'
import { FieldError, FormField } from '../../widgets/FormField.tsx'
import { megabytes } from '../../widgets/megabytes.ts'
import { TextField } from '../../widgets/TextField.tsx'
import { useStorePart } from '../../widgets/use-store.ts'
import { SectionFrame } from '../SectionFrame.tsx'
import { useDraftError, useDraftText, useWizard } from '../wizard-context.ts'

/** Spec §2 "url (video only)", §5 "Video"; or a file, which only our server takes. */
export function VideoSection() {
  const { hasAdditions } = useWizard().stores
  return (
    <SectionFrame
      section="url"
      lead={hasAdditions && 'The address of a video on the web, or a file: one of them is enough.'}
    >
      <TextField
        label="Address of the video"
        hint="Copy it from the address bar of your browser, such as https://www.youtube.com/watch?v=…"
        type="url"
        inputMode="url"
        autoComplete="off"
        {...useDraftText('url')}
      />
      {hasAdditions && <VideoFile />}
    </SectionFrame>
  )
}

function VideoFile() {
  const { stores } = useWizard()
  const file = useStorePart(stores.$draft, (draft) => draft!.recording)
  const error = useDraftError('files')
  const box = useRef<HTMLDivElement>(null)
  const isOwn = useRef(false)
  // What was pressed is gone: the focus goes on where it was.
  useEffect(() => {
    if (isOwn.current) box.current?.querySelector<HTMLElement>('input, button')?.focus()
    isOwn.current = false
  }, [file?.id])
  function choose(chosen: File | null) {
    isOwn.current = true
    void stores.recording.choose(chosen)
  }
  return (
    <div ref={box}>
      {file ? (
        <div className="field">
          <p className="label">File of the video</p>
          <p className="chosen-file">
            <b>{file.name}</b>
            <span className="meta figures">{`${megabytes(file.size)}${file.sent === null ? '' : ', sent'}`}</span>
            <SmallButton aria-label={`Remove ${file.name}`} onClick={() => choose(null)}>
              Remove
            </SmallButton>
          </p>
          <FieldError id="video-file-error" text={error} />
        </div>
      ) : (
        <FormField
          label="File of the video"
          hint="MP4 or WebM, up to 2 GB. Only sound works, too: MP3, M4A, Ogg, FLAC or WAV."
          error={error}
        >
          {(control) => (
            <input
              {...control}
              type="file"
              accept="video/*,audio/*"
              onChange={({ currentTarget: { files } }) => files?.[0] && choose(files[0])}
            />
          )}
        </FormField>
      )}
    </div>
  )
}
