import { HeadingAt, type Level } from '#components/HeadingAt.tsx'
import { TEXT_LANGUAGE } from '#rules/settings/text-language.ts'
import type { ItemList } from '#views/item-lists.ts'
import { GalleryItem, ItemDate, type Listed } from './PrintLink.tsx'

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
export function ItemGallery({ list: { gallery, register }, level, eager = 0, order }: Props) {
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
        return (
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

const Line = ({ item: { href, title, type, date, place }, at }: { item: Listed; at: number | undefined }) => (
  <li data-at={at}>
    <span className="meta">{date ? <ItemDate date={date} /> : 'Undated'}</span>
    <a href={href} lang={TEXT_LANGUAGE}>
      {title}
    </a>
    <span className="meta">{place ? <a href={place.href}>{place.text}</a> : type}</span>
  </li>
)
