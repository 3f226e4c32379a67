import type { ZonePart } from './ZoneOverview.tsx'
import { HeadingAt, type Level } from '../widgets/HeadingAt.tsx'

/**
 * The parts of a page of reading. Without scripts they stand one below the other, with links to them; where scripts may run styles/parts.css shows one
 * of them from the first paint, and islands/parts/tabs.ts makes tabs of the links once they are used.
 */
export function PartSections({ parts, level }: { parts: readonly ZonePart[]; level: Level }) {
  return (
    <div className="part-tabs">
      <nav className="parts" aria-label="On this page" data-live="parts">
        {parts.map(({ id, title, count }) => (
          <a key={id} href={`#${id}`}>
            {title} <small>{count}</small>
          </a>
        ))}
      </nav>
      {parts.map(({ id, title, content }, at) => (
        <section key={id} hidden={at > 0} className="part">
          <HeadingAt level={level} id={id}>
            {title}
          </HeadingAt>
          {content((level + 1) as Level)}
        </section>
      ))}
    </div>
  )
}
