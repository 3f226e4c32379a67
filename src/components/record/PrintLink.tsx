import type { CSSProperties } from 'react'
import type { Link } from '#rules/addresses/page-addresses.ts'
import type { DisplayDate } from '#rules/dates/display-dates.ts'
import type { Picture } from '#rules/media/pictures.ts'
import { TEXT_LANGUAGE } from '#rules/settings/text-language.ts'
import type { ItemSummary } from '#views/item-lists.ts'

interface PictureProps {
  picture: Picture
  /** In view at first. */
  eager?: boolean
  className?: string
}

/** The picture of an item in a list, in its true shape. Its place is kept before it loads. */
export const ListPicture = ({ picture, eager = false, className }: PictureProps) => (
  <img
    className={className}
    src={picture.src}
    srcSet={picture.srcset || undefined}
    width={picture.width ?? undefined}
    height={picture.height ?? undefined}
    alt=""
    loading={eager ? undefined : 'lazy'}
    decoding="async"
  />
)

interface Props {
  item: Pick<ItemSummary, 'href' | 'title' | 'type' | 'picture'>
  eager?: boolean
  style?: CSSProperties
}

/** Picture and title of an item as one link. Without a picture, its type. */
export const PrintLink = ({ item: { href, title, type, picture }, eager, style }: Props) => (
  <a href={href}>
    <span className={picture && !picture.width ? 'print unsized' : 'print'} style={style}>
      {picture ? <ListPicture picture={picture} eager={eager} /> : <span className="no-picture">{type}</span>}
    </span>
    <span className="title" lang={TEXT_LANGUAGE}>
      {title}
    </span>
  </a>
)

export const ItemDate = ({ date }: { date: DisplayDate | null }) =>
  date && <time dateTime={date.machine ?? undefined}>{date.text}</time>

/** An item, in some lists with its place. */
export type Listed = ItemSummary & { place?: Link | null }

interface GalleryItemProps extends Props {
  item: Omit<Listed, 'id' | 'dateStart' | 'dateEnd'>
  /** Its position in the order of the API. */
  at?: number
}

/** No hooks: islands/behaviours/item-pages.tsx renders it without React. */
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
