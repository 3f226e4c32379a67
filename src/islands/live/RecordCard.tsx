import type { ReactNode } from 'react'
import left from 'lucide-static/icons/chevron-left.svg?raw'
import right from 'lucide-static/icons/chevron-right.svg?raw'
import { ItemTools } from '#islands/record/ItemTools.tsx'
import { RecordingCard } from '#islands/record/RecordingCard.tsx'
import { Drawing, paths } from '#islands/widgets/Icon.tsx'
import { HeadingAt, type Level } from '#islands/widgets/HeadingAt.tsx'
import '#styles/item-tools.css'
import type { LiveRecord } from './record.ts'

interface Props {
  record: LiveRecord
  /** Level of the title; what lies under it follows. */
  level: Level
  titleId?: string
  children?: ReactNode
}

/** A record as components/ItemRecord.astro draws it: the live shell's, and the popup's of the map. */
export function RecordCard({ record, level, titleId, children }: Props) {
  const [first, ...further] = record.pictures
  const below = (level + 1) as Level
  return (
    <article className="item">
      {first && (
        <figure className="hero">
          <div className="stage">
            <Matted picture={first} number={1} />
            {further.length > 0 && <Turns count={record.pictures.length} />}
          </div>
        </figure>
      )}
      <header className="item-head">
        <p className="kicker">{record.kicker}</p>
        <HeadingAt level={level} id={titleId} className={lengthOf(record.title)}>
          {record.title}
        </HeadingAt>
        {record.subtitle && <p className="item-date">{record.subtitle}</p>}
      </header>
      {record.recording && <RecordingCard recording={record.recording} level={below} />}
      {further.length > 0 && (
        <ul className="further">
          {further.map((picture, index) => (
            <li key={picture.full}>
              <Matted picture={picture} number={index + 2} />
            </li>
          ))}
        </ul>
      )}
      <section className="record" aria-labelledby="record">
        <HeadingAt level={below} id="record">
          Catalogue record
        </HeadingAt>
        <Rows rows={record.rows} />
      </section>
      {record.tools && <ItemTools tools={record.tools} site={location.origin} built={false} level={below} />}
      {children}
    </article>
  )
}

/** A title of hundreds of characters is set as a text, not as a poster. */
const lengthOf = (title: string) => (title.length > 260 ? 'very-long' : title.length > 90 ? 'long' : undefined)

/** As components/MattedPicture.astro: the viewer opens it. */
export function Matted({ picture, number }: { picture: LiveRecord['pictures'][number]; number: number }) {
  return (
    <a
      className={picture.width ? 'mat' : 'mat unsized'}
      href={picture.full}
      id={`picture-${number}`}
      data-live="viewer"
      data-size={picture.pixels || undefined}
    >
      <picture>
        {picture.sources.map((source) => (
          <source
            key={source.type}
            type={source.type}
            media={source.media}
            srcSet={source.srcset}
            sizes={picture.sizes}
          />
        ))}
        <img
          src={picture.src}
          srcSet={picture.srcset || undefined}
          sizes={picture.sizes || undefined}
          width={picture.width ?? undefined}
          height={picture.height ?? undefined}
          alt={picture.alt}
        />
      </picture>
    </a>
  )
}

/** Arrows over the pictures, as components/ItemRecord.astro has them. */
const Turns = ({ count }: { count: number }) => (
  <>
    <a
      className="turn previous"
      href={`#picture-${count}`}
      data-live="viewer"
      data-turn="-1"
      aria-label="Previous picture"
    >
      <Drawing lines={paths(left)} />
    </a>
    <a className="turn next" href="#picture-2" data-live="viewer" data-turn="1" aria-label="Next picture">
      <Drawing lines={paths(right)} />
    </a>
    <p className="count">Picture 1 of {count}</p>
  </>
)

export function Rows({ rows }: { rows: LiveRecord['rows'] }) {
  return (
    <dl className="catalogue">
      {rows.map(({ term, values, prose }, at) => (
        <div key={at}>
          <dt>{term}</dt>
          {values.map((value, index) => (
            <dd key={index} className={prose && 'prose'}>
              {value.href ? <a href={value.href}>{value.text}</a> : value.text}
              {value.about && (
                <a className="about" href={value.about}>
                  about<span className="visually-hidden"> {value.text}</span>
                </a>
              )}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}
