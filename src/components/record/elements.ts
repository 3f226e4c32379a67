import type { Attributes, HTMLAttributes } from 'react'
import type { RecordItems } from '#views/item-lists.ts'

/** Custom elements. Their behaviour is in islands/behaviours, for static pages and React alike. */
type Custom = Attributes &
  Omit<HTMLAttributes<HTMLElement>, 'hidden' | 'className'> & {
    class?: string
    hidden?: 'until-found' | undefined
    [data: `data-${string}`]: string | number | undefined
  }

declare module 'react' {
  // oxlint-disable-next-line typescript/no-namespace -- where React's types look for elements
  namespace JSX {
    interface IntrinsicElements {
      'record-tabs': Custom
      'record-part': Custom
      'family-tree': Custom
      'people-viewer': Custom
      'year-cursor': Custom
      /** React sets `items` as a property; on a static page the items are in the markup. */
      'item-pages': Custom & { items: RecordItems }
    }
  }
}
