import type { ZoneItem } from '#rules/zone-overview.ts'

/** An item in the rows of a page of five. islands/parts/items.ts makes the same without React. */
export function ItemRow({ item: { href, title, type, date, picture } }: { item: ZoneItem }) {
  return (
    <li>
      <span className="thumb">
        {picture && (
          <img
            src={picture.src}
            width={picture.width ?? undefined}
            height={picture.height ?? undefined}
            alt=""
            decoding="async"
          />
        )}
      </span>
      <span>
        <a href={href}>{title}</a>
        <span className="meta">
          {date && <time dateTime={date.machine ?? undefined}>{date.text}</time>}
          <span>{type}</span>
        </span>
      </span>
    </li>
  )
}
