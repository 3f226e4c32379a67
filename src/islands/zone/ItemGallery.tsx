import { EMPTY } from '#contract/messages.ts'
import { arrangedItems } from '#rules/item-lists.ts'
import { countOfItems } from '#rules/sentences.ts'
import type { ZoneItem } from '#rules/zone-overview.ts'
import { HeadingAt, type Level } from '../widgets/HeadingAt.tsx'

interface Props {
  items: readonly ZoneItem[]
  level: Level
  /** Said when there is none. */
  empty?: string
  /** True: each says where it stands among them (`data-at`, from 0), for a script that turns pages of them. */
  numbered?: boolean
}

/**
 * All items of a record at once, for its page: pictures first, then a list by decade. The same markup as components/ItemGallery.astro, which
 * pages without React keep because there are many more of them.
 */
export function ItemGallery({ items, level, empty = EMPTY.zoneItems, numbered = false }: Props) {
  if (items.length === 0) return <p className="empty">{empty}</p>
  const place = new Map(numbered ? items.map(({ id }, at) => [id, at]) : [])
  const { gallery, register, folded } = arrangedItems(items)
  return (
    <>
      {gallery.length > 0 && (
        <ul className="gallery">
          {gallery.map((item) => (
            <PictureCard key={item.id} item={item} at={place.get(item.id)} />
          ))}
        </ul>
      )}
      {register.map(({ title, items }) =>
        title === '' ? (
          <Register key="" items={items} place={place} />
        ) : folded ? (
          <details key={title} className="register-part">
            <summary>
              <HeadingAt level={level}>{title}</HeadingAt>
              <span className="meta">{countOfItems(items.length)}</span>
            </summary>
            <Register items={items} place={place} />
          </details>
        ) : (
          <div key={title}>
            <HeadingAt level={level} className="register-title">
              {title}
            </HeadingAt>
            <Register items={items} place={place} />
          </div>
        ),
      )}
    </>
  )
}

function PictureCard({ item: { href, title, type, date, picture }, at }: { item: ZoneItem; at: number | undefined }) {
  return (
    <li data-at={at}>
      <a href={href}>
        <span className={picture!.width ? 'print' : 'print unsized'}>
          <img
            src={picture!.src}
            srcSet={picture!.srcset || undefined}
            width={picture!.width ?? undefined}
            height={picture!.height ?? undefined}
            alt=""
            loading="lazy"
            decoding="async"
          />
        </span>
        <span className="title">{title}</span>
      </a>
      <span className="meta">
        {date && <time dateTime={date.machine ?? undefined}>{date.text}</time>}
        <span>{type}</span>
      </span>
    </li>
  )
}

function Register({ items, place }: { items: readonly ZoneItem[]; place: ReadonlyMap<number, number> }) {
  return (
    <ul className="register">
      {items.map(({ id, href, title, type, date }) => (
        <li key={id} data-at={place.get(id)}>
          <span className="meta">
            {date ? <time dateTime={date.machine ?? undefined}>{date.text}</time> : 'Undated'}
          </span>
          <a href={href}>{title}</a>
          <span className="meta">{type}</span>
        </li>
      ))}
    </ul>
  )
}
