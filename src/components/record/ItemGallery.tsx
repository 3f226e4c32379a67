import type { ComponentProps } from 'react'
import { HeadingAt, type Level } from '#components/HeadingAt.tsx'
import type { Link } from '#rules/addresses/page-addresses.ts'
import { countOfItems } from '#rules/names/record-names.ts'
import type { ItemList, ItemSummary } from '#views/item-lists.ts'
import { ItemDate } from './ItemRow.tsx'
import { PrintLink } from './PrintLink.tsx'

/** An item, in some lists with its place. */
type Listed = ItemSummary & { place?: Link | null }

interface Props {
  list: ItemList
  /** Of the decade headings. */
  level: Level
  /** How many pictures load eagerly, because they are in view. */
  eager?: number
  /** Ids in API order: each item gets its position as `data-at`, for the pagination script. */
  order?: readonly number[]
}

/** Items with pictures as a gallery, then the others as lines, grouped by decade if there are many. */
export function ItemGallery({ list: { gallery, register, folded }, level, eager = 0, order }: Props) {
  const place = new Map(order?.map((id, at) => [id, at]))
  return (
    <>
      {gallery.length > 0 && (
        <ul className="gallery">
          {gallery.map((item, at) => (
            <GalleryItem key={item.id} item={item} at={place.get(item.id)} eager={at < eager} />
          ))}
        </ul>
      )}
      {register.map(({ title, items }) => {
        const lines = (
          <ul key={title} className="register">
            {items.map((item) => (
              <Line key={item.id} item={item} at={place.get(item.id)} />
            ))}
          </ul>
        )
        if (title === '') return lines
        return folded ? (
          <details key={title} className="register-part">
            <summary>
              <HeadingAt level={level}>{title}</HeadingAt>
              <span className="meta">{countOfItems(items.length)}</span>
            </summary>
            {lines}
          </details>
        ) : (
          <div key={title}>
            <HeadingAt level={level} className="register-title">
              {title}
            </HeadingAt>
            {lines}
          </div>
        )
      })}
    </>
  )
}

interface GalleryItemProps extends ComponentProps<typeof PrintLink> {
  item: Omit<Listed, 'id' | 'dateStart' | 'dateEnd'>
  at?: number
}

export const GalleryItem = ({ item, at, ...print }: GalleryItemProps) => (
  <li data-at={at}>
    <PrintLink item={item} {...print} />
    <span className="meta">
      <ItemDate date={item.date} />
      <span>{item.type}</span>
      {item.place && <a href={item.place.href}>{item.place.text}</a>}
    </span>
  </li>
)

const Line = ({ item: { href, title, type, date, place }, at }: { item: Listed; at: number | undefined }) => (
  <li data-at={at}>
    <span className="meta">{date ? <ItemDate date={date} /> : 'Undated'}</span>
    <a href={href}>{title}</a>
    <span className="meta">{place ? <a href={place.href}>{place.text}</a> : type}</span>
  </li>
)
