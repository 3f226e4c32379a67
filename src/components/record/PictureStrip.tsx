import { TEXT_LANGUAGE } from '#rules/settings/text-language.ts'
import type { ItemSummary } from '#views/item-lists.ts'
import { ListPicture } from './PrintLink.tsx'

/** Some pictures of a record in one line, above everything else that is known of it. */
export const PictureStrip = ({ items }: { items: readonly ItemSummary[] }) =>
  items.length > 0 && (
    <ul className="strip" aria-label="Pictures">
      {items.map(({ id, href, title, picture }) => (
        <li key={id}>
          <a href={href} title={title} lang={TEXT_LANGUAGE}>
            <ListPicture picture={picture!} eager />
            <span className="visually-hidden">{title}</span>
          </a>
        </li>
      ))}
    </ul>
  )
