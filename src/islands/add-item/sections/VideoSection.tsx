import { TextField } from '../../widgets/TextField.tsx'
import { SectionFrame } from '../SectionFrame.tsx'
import { useDraftError, useDraftField, useWizard } from '../wizard-context.ts'

/** Spec §2 "url (video only)", §5 "Video". */
export function VideoSection() {
  const { stores } = useWizard()
  return (
    <SectionFrame section="url">
      <TextField
        label="Address of the video"
        hint="Copy it from the address bar of your browser, such as https://www.youtube.com/watch?v=…"
        type="url"
        inputMode="url"
        autoComplete="off"
        value={useDraftField('url')}
        error={useDraftError('url')}
        onChange={(url) => stores.change({ url })}
      />
    </SectionFrame>
  )
}
