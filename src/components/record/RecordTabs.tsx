import { useState, type ReactNode } from 'react'
import { HeadingAt, type Level } from '#components/HeadingAt.tsx'

/** One tab. `count` is shown beside the title; headings in the content start at the given level. */
export interface RecordTab {
  id: string
  title: string
  count: number
  content: (level: Level) => ReactNode
}

interface Props {
  tabs: readonly RecordTab[]
  level: Level
  /** False in a popup, which does not change the address. */
  inAddress?: boolean
}

/**
 * The tabs of a record. Without scripts: all parts one below the other, with links to them. With scripting, styles/parts.css shows one part from the
 * first paint, the first that is not empty, and islands/behaviours/record-tabs.ts upgrades the links to ARIA tabs. Parts are custom elements because only there does React render
 * `hidden="until-found"`, which lets find-in-page search hidden parts.
 */
export const RecordTabs = ({ tabs, level, inAddress = true }: Props) => {
  // Kept: from then on the behaviour decides which part shows.
  const [first] = useState(() =>
    Math.max(
      0,
      tabs.findIndex(({ count }) => count > 0),
    ),
  )
  return (
    <record-tabs class="part-tabs" data-in-address={inAddress ? '' : undefined}>
      <nav className="parts" aria-label="On this page">
        {tabs.map(({ id, title, count }, at) => (
          <a key={id} href={`#${id}`} className={at === first ? 'first' : undefined} data-live="parts">
            {`${title} `}
            <small>{count}</small>
          </a>
        ))}
      </nav>
      {tabs.map(({ id, title, content }, at) => (
        <record-part key={id} class="part" hidden={at === first ? undefined : 'until-found'}>
          <HeadingAt level={level} id={id}>
            {title}
          </HeadingAt>
          {content((level + 1) as Level)}
        </record-part>
      ))}
    </record-tabs>
  )
}
