import play from 'lucide-static/icons/play.svg?raw'
import { Drawing, Icon, paths } from '#islands/widgets/Icon.tsx'
import { HeadingAt, type Level } from '#islands/widgets/HeadingAt.tsx'
import type { Recording } from '#rules/item-tools.ts'

/** A film or a sound of another site: nothing is asked of that site before the visitor wants it (islands/record/tools.ts). */
export function RecordingCard({ recording, level = 2 }: { recording: Recording; level?: Level }) {
  const { title, kind, href, player, playerHost } = recording
  const host = recording.host || 'another site'
  return (
    <section className="recording" aria-labelledby="recording">
      <Drawing lines={paths(play)} />
      <div>
        <HeadingAt level={level} id="recording">
          {kind === 'video' ? 'Video' : 'Recording'} at {host}
        </HeadingAt>
        <p>
          It is kept there, not in the archive.{' '}
          {player && (
            <span className="consent">
              When it is shown here, {playerHost} learns of your visit and may set cookies. Until then nothing is asked
              of it.
            </span>
          )}
        </p>
        <p className="ways-out">
          {player && (
            <button type="button" className="button strong" data-live="tools" data-player={player} data-title={title}>
              Show the {kind} here
            </button>
          )}
          <a href={href}>
            Open it at {host}
            <Icon name="outside" />
          </a>
        </p>
      </div>
    </section>
  )
}
