import type { CSSProperties } from 'react'
import type { Picture } from '#rules/media/pictures.ts'
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
    <span className="title">{title}</span>
  </a>
)
