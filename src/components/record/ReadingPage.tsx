import { Pager } from '#components/browse/Pager.tsx'
import { HeadingAt, lengthClass } from '#components/HeadingAt.tsx'
import { TEXT_LANGUAGE } from '#rules/settings/text-language.ts'
import '#styles/item-tools.css'
import '#styles/reading.css'
import { TWO, type ReadingPage as Page } from '#views/reading-page.ts'
import { DownloadLink } from './ItemTools.tsx'
import { Leaves } from './Leaves.tsx'
import { MattedPicture } from './MattedPicture.tsx'

/** A page of an item with many: its picture with its text beside it, or with the page that lies beside it. All of it are links. */
export function ReadingPage({ page }: { page: Page }) {
  const { heading, item, number, count, scan, facing, text, isWordless, leaves, byOne, byTwo, download } = page
  const beside = facing && (
    <div className="leaf facing">
      <MattedPicture picture={facing.picture} number={facing.number} of={count} />
    </div>
  )
  return (
    <article className={isWordless ? 'reading wordless' : 'reading'} id={TWO.slice(1)}>
      <header>
        <HeadingAt level={1} lang={TEXT_LANGUAGE} className={lengthClass(heading, 60)}>
          <a href={item}>{heading}</a>
        </HeadingAt>
        <p className="visually-hidden">{byOne.text}</p>
      </header>
      <div className="turning">
        <div className="by-one">
          <Pager {...byOne} label="Pages" />
        </div>
        <div className="by-two">
          <Pager {...byTwo} label="Pages, two by two" />
        </div>
        {facing && !isWordless && (
          <p className="abreast">
            <a className="by-one" href={TWO}>
              Two pages side by side
            </a>
            <a className="by-two" href="#main">
              One page with its text
            </a>
          </p>
        )}
      </div>
      <div className={text ? 'open worded' : 'open'}>
        {facing && facing.number < number && beside}
        <div className="leaf">
          <MattedPicture picture={scan} number={number} of={count} first />
        </div>
        {facing && facing.number > number && beside}
        {text && (
          <section className="page-text" aria-labelledby="text">
            <h2 id="text">{`Text of page ${number}`}</h2>
            <p className="prose" lang={text.language || TEXT_LANGUAGE}>
              {text.text}
            </p>
            {text.source && <p className="meta">{text.source}</p>}
          </section>
        )}
      </div>
      <nav className="near" aria-label="Pages near this one">
        <Leaves leaves={leaves} current={number} />
        <ul>
          <li>
            <a className="button" href={`${item}#pages`}>{`All ${count} pages`}</a>
          </li>
          <li>
            <a className="button" href={item}>
              About this item
            </a>
          </li>
          <li>
            <DownloadLink file={{ ...download, text: 'Download this page' }} />
          </li>
        </ul>
      </nav>
    </article>
  )
}
