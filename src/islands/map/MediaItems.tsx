import { ItemDate, PrintLink } from '#components/record/PrintLink.tsx'
import type { ItemSummary } from '#views/item-lists.ts'

/** Items as pictures with their titles, dates or types. */
export const MediaItems = ({ items }: { items: readonly ItemSummary[] }) => (
  <ul className="media-items">
    {items.map((item) => (
      <li key={item.id}>
        <PrintLink item={item} eager />
        <span className="meta">{item.date ? <ItemDate date={item.date} /> : item.type}</span>
      </li>
    ))}
  </ul>
)
