import type { CSSProperties } from 'react'
import { GalleryItem } from '#components/record/PrintLink.tsx'
import type { ResultCard } from '#views/result-card.ts'

/** Pictures in view at first, which load eagerly. */
const EAGER = 6

/** Results as a grid of pictures. */
export const ResultGrid = ({ items }: { items: readonly ResultCard[] }) => (
  <ul className="gallery">
    {items.map((card, at) => (
      <GalleryItem
        key={card.id}
        item={{ ...card, title: card.heading, type: card.typeName }}
        eager={at < EAGER}
        style={shapeOf(card.picture)}
      />
    ))}
  </ul>
)

/** Custom properties that reserve the picture's space in its row. */
const shapeOf = (picture: ResultCard['picture']): CSSProperties | undefined =>
  picture?.width && picture.height
    ? ({ '--ratio': picture.width / picture.height, '--width': `${picture.width}px` } as CSSProperties)
    : undefined
