import { Pager } from '#components/browse/Pager.tsx'
import { lengthClass } from '#components/HeadingAt.tsx'
import { TEXT_LANGUAGE } from '#rules/settings/text-language.ts'
import type { Leaf, Reading } from '#views/reading-page.ts'
import { ItemTexts } from './ItemTexts.tsx'
import { DownloadLink } from './ItemTools.tsx'
import { MattedPicture } from './MattedPicture.tsx'
import { ListPicture } from './PrintLink.tsx'

/** Pages of an item. A `menu` and no `ul`: from those, items are opened (layouts/inline-code.ts). */
export const Leaves = ({ leaves, current }: { leaves: readonly Leaf[]; current?: number }) => (
  <menu className="leaves">
    {leaves.map(({ number, href, picture }) => (
      <li key={number}>
        <a href={href} aria-current={number === current ? 'page' : undefined}>
          <ListPicture picture={picture} />
          {number}
        </a>
      </li>
    ))}
  </menu>
)

/** A page of an item with many: with its text beside it, or with the page that lies beside it. */
export function ReadingPage({ page }: { page: Reading }) {
  const { heading, item, number, count, opening, text, isWordless, leaves, byOne, byTwo, download } = page
  return (
    <article className={isWordless ? 'reading wordless' : 'reading'} id="two" data-of={count}>
      <h1 lang={TEXT_LANGUAGE} className={lengthClass(heading, 60)}>
        <a href={item}>{heading}</a>
      </h1>
      <div className="turning">
        <Pager {...byOne} label="Pages" />
        <Pager {...byTwo} label="Pages, two by two" />
        {opening.length === 2 && !isWordless && (
          <p>
            <a href="#two">Two pages side by side</a>
            <a href="#main">One page with its text</a>
          </p>
        )}
      </div>
      <div className={text ? 'open worded' : 'open'}>
        {opening.map((each) => (
          <div key={each.number} className={each.number === number ? 'leaf' : 'leaf facing'}>
            <MattedPicture {...each} first={each.number === number} />
          </div>
        ))}
        {text && <ItemTexts texts={[text]} level={2} title={`Text of page ${number}`} />}
      </div>
      <nav className="near" aria-label="Pages near this one">
        <Leaves leaves={leaves} current={number} />
        <a className="button" href={`${item}#pages`}>{`All ${count} pages`}</a>
        <a className="button" href={item}>
          About this item
        </a>
        <DownloadLink file={download} />
      </nav>
    </article>
  )
}
