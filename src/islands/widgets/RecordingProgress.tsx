import type { SendingRecording } from '#stores/shared/recording-upload.ts'
import { SmallButton } from './Button.tsx'
import { megabytes } from './megabytes.ts'
import './recording-progress.css'

/** How much of a recording was sent, and Stop. */
export const RecordingProgress = ({ onStop, ...now }: SendingRecording & { onStop: () => void }) => (
  <div className="recording-progress">
    <p role="status">
      {now.isWaiting ? `${now.name} waits for the archive, and goes on by itself.` : `Sending ${now.name}`}
    </p>
    <progress max={now.bytes} value={now.sent} aria-label={now.name} />
    <p className="meta figures">{`${megabytes(now.sent)} of ${megabytes(now.bytes)}`}</p>
    <SmallButton onClick={onStop}>Stop</SmallButton>
  </div>
)
