import share from 'lucide-static/icons/share-2.svg?raw'
import { HeadingAt, LastChanged, lengthClass } from '#components/HeadingAt.tsx'
import { Drawing, paths } from '#components/Icon.tsx'
import { TEXT_LANGUAGE } from '#rules/settings/text-language.ts'
import { zoneAddress } from '#rules/addresses/page-addresses.ts'
import { storyFrame } from '#rules/stories/story-frame.ts'
import type { PlacesMap } from '#rules/map/zone-map.ts'
import type { StoryEntry, StoryFigure, StoryPage, StoryPart } from '#snapshot/pages/story-pages.ts'
import { MattedPicture } from './MattedPicture.tsx'
import { ListPicture } from './PrintLink.tsx'
import { SmallMap } from './ZoneRecord.tsx'

interface Props {
  story: StoryPage
  /** Where the archive is published: `https://archive.example`. */
  site: string
}

/** A story on its page: the text with what it shows, and beside it a map of its places, which follows the text (layouts/inline-code.ts). */
export function StoryRecord({ story, site }: Props) {
  const { id, heading, lead, parts, map, changed } = story
  return (
    <article className="told">
      <header className="page-head">
        <HeadingAt level={1} className={lengthClass(heading, 60)}>
          {heading}
        </HeadingAt>
        {lead && (
          <p className="lead" lang={TEXT_LANGUAGE}>
            {lead}
          </p>
        )}
      </header>
      {map && <StoryMap map={map} />}
      <div className="told-text" lang={TEXT_LANGUAGE}>
        {parts.map((part, at) =>
          'html' in part ? (
            <div key={at} className="words" dangerouslySetInnerHTML={{ __html: part.html }} />
          ) : (
            <Figure key={at} figure={part} number={parts.slice(0, at + 1).filter(hasPicture).length} />
          ),
        )}
      </div>
      <ul className="item-actions" aria-label="Actions">
        <li className="scripted">
          <button type="button" className="button" data-live="tools" data-share="">
            <Drawing lines={paths(share)} />
            <span aria-live="polite">Share</span>
          </button>
        </li>
        <li data-needs="web">
          <details>
            <summary>Show it on the society’s website</summary>
            <code>{storyFrame({ id, title: heading }, site)}</code>
          </details>
        </li>
      </ul>
      <LastChanged date={changed} />
    </article>
  )
}

/** The viewer counts and steps through the pictures of a page without gaps. */
const hasPicture = (part: StoryPart) => 'picture' in part && part.picture !== null

interface CardProps extends StoryEntry {
  level?: 1 | 2
}
/** A story in their list, and in a frame on another website. */
export const StoryCard = ({ href, title, lead, cover, level = 2 }: CardProps) => (
  <a className="told-story" href={href}>
    {cover && (
      <span className="print">
        <ListPicture picture={cover} />
      </span>
    )}
    <HeadingAt level={level}>{title}</HeadingAt>
    <span lang={TEXT_LANGUAGE}>{lead}</span>
  </a>
)

function Figure({ figure, number }: { figure: StoryFigure; number: number }) {
  const { href, name, note, caption, picture, tile, map, place, anchor } = figure
  return (
    // The address first: there the server finds what it leaves out after a withdrawal (server/site/withdrawn.ts).
    <figure data-href={href} data-place={place} id={anchor}>
      {tile && <img src={tile} width={256} height={256} alt="" loading="lazy" />}
      {picture && <MattedPicture picture={picture} number={number} />}
      {map && <SmallMap map={{ ...map, neighbours: [] }} name={name} level={2} />}
      <figcaption>
        {caption && `${caption} · `}
        <a href={href}>{name}</a>
        {note && ` · ${note}`}
      </figcaption>
    </figure>
  )
}

const StoryMap = ({ map: { width, height, around, places } }: { map: PlacesMap }) => (
  <nav className="small-map told-map" aria-label="Places of this story">
    <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height}>
      <path className="around" d={around} />
      {places.map(({ pk, name, path }) => (
        // As with the figures.
        <a key={pk} data-href={zoneAddress(pk)} href={`#place-${pk}`} aria-label={name} data-place={pk}>
          <path className="here" d={path} />
        </a>
      ))}
    </svg>
  </nav>
)
