import type { CSSProperties } from 'react'
import type { ResultCard } from '#rules/result-card.ts'
import { Print } from './ResultCard.tsx'

/** Pictures that are in view at once. */
const EAGER = 6

/** Results as a wall of pictures. What has none is named by its kind. */
export const ResultGrid = ({ items }: { items: readonly ResultCard[] }) => (
  <ul className="gallery">
    {items.map(({ id, href, heading, date, typeName, place, picture }, at) => (
      <li key={id}>
        <a href={href}>
          <span className={picture && !picture.width ? 'print unsized' : 'print'} style={shapeOf(picture)}>
            {picture ? <Print picture={picture} eager={at < EAGER} /> : <span className="no-picture">{typeName}</span>}
          </span>
          <span className="title">{heading}</span>
        </a>
        <span className="meta">
          {date && <time dateTime={date.machine ?? undefined}>{date.text}</time>}
          <span>{typeName}</span>
          {place && <a href={place.href}>{place.text}</a>}
        </span>
      </li>
    ))}
  </ul>
)

/** For the style sheet, so that the picture has its place on the rail before it comes. */
const shapeOf = (picture: ResultCard['picture']): CSSProperties | undefined =>
  picture?.width && picture.height
    ? ({ '--ratio': picture.width / picture.height, '--width': `${picture.width}px` } as CSSProperties)
    : undefined
