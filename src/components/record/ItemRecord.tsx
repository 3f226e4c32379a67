import type { ReactNode } from 'react'
import left from 'lucide-static/icons/chevron-left.svg?raw'
import right from 'lucide-static/icons/chevron-right.svg?raw'
import play from 'lucide-static/icons/play.svg?raw'
import { HeadingAt, lengthClass, type Level } from '#components/HeadingAt.tsx'
import { Drawing, paths, Icon } from '#components/Icon.tsx'
import { LinkedText } from '#components/LinkedText.tsx'
import { TEXT_LANGUAGE } from '#rules/settings/text-language.ts'
import '#styles/item-tools.css'
import type { ItemView } from '#views/item.ts'
import { LastChanged } from '#components/HeadingAt.tsx'
import type { Recording } from '#views/item-tools.ts'
import { CatalogueRecord } from './CatalogueRecord.tsx'
import type { ItemActions } from './ItemActions.tsx'
import type { Leaf } from '#views/reading-page.ts'
import type { Leaves } from './ReadingPage.tsx'
import { OwnRecordingCard } from './OwnRecordingCard.tsx'
import { ItemTexts } from './ItemTexts.tsx'
import { ItemTools } from './ItemTools.tsx'
import { ItemDate } from './PrintLink.tsx'
import { MattedPicture } from './MattedPicture.tsx'

interface Props {
  /** Without `tools` for an item that is not in the archive yet. */
  item: Omit<ItemView, 'tools'> & { tools: ItemView['tools'] | null }
  /** Where the archive is published: `https://archive.example`. */
  site: string
  /** Level of the title; headings below it follow. */
  level?: Level
  titleId?: string
  /** Under the title, where the item has the page for itself: its record is beside its story. */
  Actions?: typeof ItemActions
  /** Its reading pages, if it has some, as a list. */
  leaves?: readonly Leaf[]
  List?: typeof Leaves
  children?: ReactNode
}

/** Rows of the record that the page says already at its head; the tools say the rights. */
const IN_HEAD = ['Title', 'Description', 'Date', 'Type']

/** Spec §2 "Item presentation": on its page, in the popup of the map and in the live shell. */
export function ItemRecord({ item, site, level = 1, titleId, Actions, leaves = [], List, children }: Props) {
  const { typeName, heading, date, decade, text, texts, pictures, recording, recordings, record, tools, changed } = item
  const [first, ...further] = pictures
  const below = (level + 1) as Level
  const actions = tools && Actions && <Actions item={item} tools={tools} />
  const said = tools ? [...IN_HEAD, 'Rights'] : IN_HEAD
  const rows = record.filter(({ term }) => !said.includes(term))
  return (
    <article className={Actions ? 'item item-page' : 'item'} data-of={leaves.length || undefined}>
      {first && (
        <figure className="hero">
          <div className="stage">
            <MattedPicture picture={first} number={1} first />
            {further.length > 0 && <PictureArrows count={pictures.length} />}
          </div>
        </figure>
      )}
      <div className="story">
        <header className="item-head">
          {!heading.startsWith(`${typeName}: `) && <p className="kicker">{typeName}</p>}
          <HeadingAt level={level} id={titleId} lang={TEXT_LANGUAGE} className={lengthClass(heading, 90)}>
            {heading}
          </HeadingAt>
          {date && !heading.endsWith(`(${date.text})`) && (
            <p className="item-date">
              {decade ? (
                <a href={decade}>
                  <ItemDate date={date} />
                </a>
              ) : (
                <ItemDate date={date} />
              )}
            </p>
          )}
          {text && (
            <p className="prose" lang={TEXT_LANGUAGE}>
              <LinkedText text={text} />
            </p>
          )}
        </header>
        {actions}
        {recordings.map((each) => (
          <OwnRecordingCard key={each.id} recording={each} level={below} poster={pictures[0]?.src} />
        ))}
        {recording && <RecordingCard recording={recording} level={below} />}
        {further.length > 0 && (
          <section aria-labelledby="scans">
            <HeadingAt level={below} id="scans" className="visually-hidden">
              More pictures of this item
            </HeadingAt>
            <ul className="further">
              {further.map((picture, at) => (
                <li key={picture.full}>
                  <MattedPicture picture={picture} number={at + 2} />
                </li>
              ))}
            </ul>
          </section>
        )}
        {List && leaves[0] && (
          <nav className="pages" aria-labelledby="pages">
            <HeadingAt level={below} id="pages">{`${leaves.length} pages`}</HeadingAt>
            <a className="button strong" href={leaves[0].href}>
              Read page by page
            </a>
            <List leaves={leaves} />
          </nav>
        )}
        {texts.length > 0 && <ItemTexts texts={texts} level={below} title={leaves[0] ? 'Text of page 1' : 'Text'} />}
      </div>
      {rows.length > 0 && (
        <section className="record" aria-labelledby="record">
          <HeadingAt level={below} id="record">
            Catalogue record
          </HeadingAt>
          <CatalogueRecord rows={rows} />
        </section>
      )}
      {tools && <ItemTools tools={tools} site={site} level={below} isBelowActions={!!Actions} />}
      <LastChanged date={changed} />
      {children}
    </article>
  )
}

const PictureArrows = ({ count }: { count: number }) => (
  <>
    <a
      className="turn previous"
      href={`#picture-${count}`}
      data-live="viewer"
      data-turn="-1"
      aria-label="Previous picture"
    >
      <Drawing lines={paths(left)} />
    </a>
    <a className="turn next" href="#picture-2" data-live="viewer" data-turn="1" aria-label="Next picture">
      <Drawing lines={paths(right)} />
    </a>
    <p className="count meta">{`Picture 1 of ${count}`}</p>
  </>
)

/** A video or sound on another site, which is not contacted before the visitor agrees (islands/behaviours/tools.ts). */
export function RecordingCard({ recording, level }: { recording: Recording; level: Level }) {
  const { title, kind, href, player, playerHost } = recording
  const host = recording.host || 'another site'
  return (
    <section className="recording" aria-labelledby="recording">
      <Drawing lines={paths(play)} />
      <div>
        <HeadingAt level={level} id="recording">
          {`${kind === 'video' ? 'Video' : 'Recording'} at ${host}`}
        </HeadingAt>
        <p>
          {'It is hosted there, not in this archive. '}
          {player && (
            <span className="consent">
              {`If you play it here, ${playerHost} learns of your visit and may set cookies. Until then, it is not contacted.`}
            </span>
          )}
        </p>
        <p className="ways-out">
          {player && (
            <button type="button" className="button strong" data-live="tools" data-player={player} data-title={title}>
              {`Show the ${kind} here`}
            </button>
          )}
          <a href={href}>
            {`Open it at ${host}`}
            <Icon name="outside" />
          </a>
        </p>
      </div>
    </section>
  )
}
