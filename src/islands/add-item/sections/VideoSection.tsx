import { useRef } from 'react'
import { SmallButton } from '../../widgets/Button.tsx'
import { FormField } from '../../widgets/FormField.tsx'
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
  const { choose } = useWizard().stores.recording
  const file = useStorePart(useWizard().stores.$draft, (draft) => draft!.recording)
  const input = useRef<HTMLInputElement>(null)
  function remove() {
    void choose(null)
    input.current?.focus()
  }
  return (
    <>
      {file && (
        <p className="chosen-file">
          <b>{file.name}</b>
          <span className="meta figures">{`${megabytes(file.size)}${file.sent === null ? '' : ', sent'}`}</span>
          <SmallButton aria-label={`Remove ${file.name}`} onClick={remove}>
            Remove
          </SmallButton>
        </p>
      )}
      <FormField
        label={file ? 'Another file instead' : 'File of the video'}
        hint="MP4 or WebM, up to 2 GB. Only sound works, too: MP3, M4A, Ogg, FLAC or WAV."
        error={useDraftError('files')}
      >
        {(control) => (
          <input
            {...{ ...control, ref: input, type: 'file', accept: 'video/*,audio/*' }}
            onChange={({ currentTarget }) => {
              if (currentTarget.files?.[0]) void choose(currentTarget.files[0])
              // The same file can be chosen again.
              currentTarget.value = ''
            }}
          />
        )}
      </FormField>
    </>
  )
}
