import { EMPTY } from '#contract/messages.ts'
import { LinkedText } from '#components/LinkedText.tsx'
import { TEXT_LANGUAGE } from '#rules/settings/text-language.ts'
import { Icon } from '#components/Icon.tsx'
import type { ZoneView } from '#views/zone.ts'
import { HeadingAt, type Level } from '#components/HeadingAt.tsx'

type Props = Pick<ZoneView, 'heritage' | 'plaques'> & { level: Level }

/** Spec §2 "Plaques (name plus quoted text)". A text that already has quotation marks gets no second pair. */
const quoted = (text: string) => (/^[“"«„].*[”"»“]$/su.test(text) ? text : `“${text}”`)

/** Architecture and the heritage register, then the plaques (spec §2). */
export function Heritage({ heritage, plaques, level }: Props) {
  return (
    <>
      {heritage.length === 0 && <p className="empty">{EMPTY.heritage}</p>}
      {heritage.map((row, at) => (
        <dl key={at} className="catalogue">
          {row.architectural_style && <Row term="Architectural style">{row.architectural_style}</Row>}
          {row.architectural_description && (
            <Row term="Architectural description" prose>
              <LinkedText text={row.architectural_description} />
            </Row>
          )}
          <Row term="Heritage registry">
            {row.heritage_registry_entry ? (
              <>
                <a href={row.heritage_registry_entry}>Heritage registry entry</a>
                <Icon name="outside" />
              </>
            ) : (
              EMPTY.heritageRegistry
            )}
          </Row>
        </dl>
      ))}
      <HeadingAt level={level} className="part-title">
        Plaques
      </HeadingAt>
      {plaques.length === 0 && <p className="empty">{EMPTY.plaques}</p>}
      {plaques.map(({ name, text }, at) => (
        <figure key={at} className="plaque">
          {name && <figcaption lang={TEXT_LANGUAGE}>{name}</figcaption>}
          {text && (
            <blockquote className="prose" lang={TEXT_LANGUAGE}>
              <LinkedText text={quoted(text)} />
            </blockquote>
          )}
        </figure>
      ))}
    </>
  )
}

function Row({ term, prose, children }: { term: string; prose?: boolean; children: React.ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd className={prose ? 'prose' : undefined} lang={prose ? TEXT_LANGUAGE : undefined}>
        {children}
      </dd>
    </div>
  )
}
