import { HeadingAt, type Level } from '#components/HeadingAt.tsx'
import { TEXT_LANGUAGE } from '#rules/settings/text-language.ts'
import type { ScanText } from '#views/item-texts.ts'

/** What is written on the scans: to read, select and print. Long texts are folded. */
export function ItemTexts({ texts, level, title }: { texts: readonly ScanText[]; level: Level; title: string }) {
  return (
    <section className="texts" aria-labelledby="texts">
      <HeadingAt level={level} id="texts">
        {title}
      </HeadingAt>
      {texts.map(({ id, heading, text, language, source, files, isLong }) => {
        const words = (
          <>
            <p className="prose" lang={language || TEXT_LANGUAGE}>
              {text}
            </p>
            <p className="meta">
              {source}
              {files.flatMap(({ name, href }) => [
                ' ',
                <a key={href} href={href} download="">
                  {name}
                </a>,
              ])}
            </p>
          </>
        )
        if (isLong || texts.length > 1)
          return (
            <details key={id} id={id} open={!isLong && texts.length < 3}>
              <summary>{heading}</summary>
              {words}
            </details>
          )
        return (
          <div key={id} id={id}>
            {words}
          </div>
        )
      })}
    </section>
  )
}
