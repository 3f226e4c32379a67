import play from 'lucide-static/icons/play.svg?raw'
import { Drawing, Icon, paths } from '#components/Icon.tsx'
import { HeadingAt, type Level } from '#components/HeadingAt.tsx'
import type { Recording } from '#views/item-tools.ts'

/** A video or sound on another site, which is not contacted before the visitor agrees (islands/behaviours/tools.ts). */
export function RecordingCard({ recording, level }: { recording: Recording; level: Level }) {
  const { title, kind, href, player, playerHost } = recording
  const host = recording.host || 'another site'
  return (
    <section className="recording" aria-labelledby="recording">
      <Drawing lines={paths(play)} />
      <div>
        <HeadingAt level={level} id="recording">
          {`${kind === 'video' ? 'Video' : 'Recording'} at ${host}`}
        </HeadingAt>
        <p>
          {'It is hosted there, not in this archive. '}
          {player && (
            <span className="consent">
              {`If you play it here, ${playerHost} learns of your visit and may set cookies. Until then, it is not contacted.`}
            </span>
          )}
        </p>
        <p className="ways-out">
          {player && (
            <button type="button" className="button strong" data-live="tools" data-player={player} data-title={title}>
              {`Show the ${kind} here`}
            </button>
          )}
          <a href={href}>
            {`Open it at ${host}`}
            <Icon name="outside" />
          </a>
        </p>
      </div>
    </section>
  )
}
