import type { DisplayDate } from '#rules/dates/display-dates.ts'
import type { ItemSummary } from '#views/item-lists.ts'

/** A row of a paginated list. No hooks: islands/behaviours/draw.ts renders it without React. */
export const ItemRow = ({ item: { href, title, type, date, picture } }: { item: ItemSummary }) => (
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
        <ItemDate date={date} />
        <span>{type}</span>
      </span>
    </span>
  </li>
)

export const ItemDate = ({ date }: { date: DisplayDate | null }) =>
  date && <time dateTime={date.machine ?? undefined}>{date.text}</time>
