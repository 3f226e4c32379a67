import arrow from 'lucide-static/icons/arrow-right.svg?raw'
import { Drawing, paths } from '#components/Icon.tsx'
import type { ItemList } from '#views/item-lists.ts'
import { ItemGallery } from './ItemGallery.tsx'

/** Items from the same place, person or collection, with a link to all of them: not their number, which would change the pages of all with each new one. */
export const RelatedItems = ({ related }: { related: readonly { title: string; href: string; list: ItemList }[] }) =>
  related.map(({ title, href, list }) => (
    <section key={href} className="related">
      <h2>{title}</h2>
      <ItemGallery list={list} level={3} />
      <p className="more">
        <a href={href}>
          {`All ${title[0]!.toLowerCase()}${title.slice(1)}`}
          <Drawing lines={paths(arrow)} />
        </a>
      </p>
    </section>
  ))
