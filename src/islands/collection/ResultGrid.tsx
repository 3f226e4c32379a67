import type { CSSProperties } from 'react'
import { ItemDate } from '#components/record/ItemRow.tsx'
import type { ResultCard } from '#views/result-card.ts'
import { Print } from './ResultCard.tsx'

/** Pictures in view at first, which load eagerly. */
const EAGER = 6

/** Results as a grid of pictures. Items without one show their type. */
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
          <ItemDate date={date} />
          <span>{typeName}</span>
          {place && <a href={place.href}>{place.text}</a>}
        </span>
      </li>
    ))}
  </ul>
)

/** Custom properties that reserve the picture's space in its row. */
const shapeOf = (picture: ResultCard['picture']): CSSProperties | undefined =>
  picture?.width && picture.height
    ? ({ '--ratio': picture.width / picture.height, '--width': `${picture.width}px` } as CSSProperties)
    : undefined
