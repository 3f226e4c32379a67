import { Fragment } from 'react'
import { HeadingAt, type Level } from '#components/HeadingAt.tsx'
import '#styles/own-recording.css'
import type { OwnRecording } from '#views/own-recordings.ts'

interface Props {
  recording: OwnRecording
  level: Level
  /** What a video shows before it is played. */
  poster: string | undefined
}

/** A sound or a video of the archive in the browser's own player, which loads nothing before it is used, with all that is said (islands/behaviours/recording.ts). */
export function OwnRecordingCard({ recording, level, poster }: Props) {
  const { id, kind, src, type, title, length, language, passages, plain, chapters } = recording
  const controls = { controls: true, preload: 'none', 'aria-label': title } as const
  return (
    <section className="own-recording" aria-labelledby={`recording-${id}`}>
      <HeadingAt level={level} id={`recording-${id}`}>
        {title}
        {length && <span className="meta">{` ${length}`}</span>}
      </HeadingAt>
      {kind === 'video' ? (
        <video {...controls} poster={poster}>
          <source src={src} type={type} />
        </video>
      ) : (
        <audio {...controls}>
          <source src={src} type={type} />
        </audio>
      )}
      <div className="transcript" data-live="recording" {...(language && { lang: language })}>
        {chapters.length > 0 && (
          <ol className="chapters" aria-label="Chapters">
            {chapters.map(({ anchor, time, title: name }) => (
              <li key={time}>
                <a href={`#${anchor}`}>{`${time} ${name}`}</a>
              </li>
            ))}
          </ol>
        )}
        {passages.map(({ speaker, said }) => (
          <p key={said[0]!.anchor + said[0]!.text}>
            {speaker && <b>{`${speaker}: `}</b>}
            {said.map(({ anchor, text }, at) => (
              <Fragment key={anchor + text}>
                {at > 0 && ' '}
                {anchor ? (
                  <a id={anchor} href={`#${anchor}`}>
                    {text}
                  </a>
                ) : (
                  text
                )}
              </Fragment>
            ))}
          </p>
        ))}
      </div>
      {plain && (
        <p className="prose" {...(language && { lang: language })}>
          {plain}
        </p>
      )}
    </section>
  )
}
