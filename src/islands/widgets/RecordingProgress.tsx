import type { SendingRecording } from '#stores/shared/recording-upload.ts'
import { SmallButton } from './Button.tsx'
import { megabytes } from './megabytes.ts'
import './recording-progress.css'

/** How much of a recording was sent, and Stop. */
export const RecordingProgress = ({
  name,
  sent,
  bytes,
  isWaiting,
  onStop,
}: SendingRecording & { onStop: () => void }) => (
  <div className="recording-progress">
    <p role="status">{isWaiting ? `${name} waits for the archive, and goes on by itself.` : `Sending ${name}`}</p>
    <progress max={bytes} value={sent} aria-label={name} />
    <p className="meta figures">{`${megabytes(sent)} of ${megabytes(bytes)}`}</p>
    <SmallButton onClick={onStop}>Stop</SmallButton>
  </div>
)
