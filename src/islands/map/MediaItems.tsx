import type { ZoneItem } from '#rules/zone-overview.ts'

/** Items as prints on a wall: whole, in their own shape, the title under each. */
export const MediaItems = ({ items }: { items: readonly ZoneItem[] }) => (
  <ul className="media-items">
    {items.map(({ id, href, title, type, date, picture }) => (
      <li key={id}>
        <a href={href}>
          {picture ? (
            <span className={picture.width ? 'print' : 'print unsized'}>
              <img
                src={picture.src}
                srcSet={picture.srcset || undefined}
                width={picture.width ?? undefined}
                height={picture.height ?? undefined}
                alt=""
                decoding="async"
              />
            </span>
          ) : (
            <span className="print">
              <span className="no-picture">{type}</span>
            </span>
          )}
          <span className="title">{title}</span>
        </a>
        <span className="meta">
          {date && (date.machine ? <time dateTime={date.machine}>{date.text}</time> : date.text)}
          {!date && type}
        </span>
      </li>
    ))}
  </ul>
)
