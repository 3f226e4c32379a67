import { PrintLink } from '#components/record/PrintLink.tsx'
import type { ItemSummary } from '#views/item-lists.ts'

/** Items as pictures with their titles. Items without a picture show their type instead. */
export const MediaItems = ({ items }: { items: readonly ItemSummary[] }) => (
  <ul className="media-items">
    {items.map((item) => (
      <li key={item.id}>
        {item.picture ? (
          <PrintLink item={item} eager />
        ) : (
          <a href={item.href}>
            <span className="print">
              <span className="no-picture">{item.type}</span>
            </span>
            <span className="title">{item.title}</span>
          </a>
        )}
        <span className="meta">
          {item.date &&
            (item.date.machine ? <time dateTime={item.date.machine}>{item.date.text}</time> : item.date.text)}
          {!item.date && item.type}
        </span>
      </li>
    ))}
  </ul>
)
