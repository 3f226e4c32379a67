import { Icon } from '#components/Icon.tsx'
import { LinkedText } from '#components/LinkedText.tsx'
import type { RecordRow, RecordValue } from '#views/catalogue-record.ts'

export const CatalogueRecord = ({ rows }: { rows: readonly RecordRow[] }) => (
  <dl className="catalogue">
    {rows.map((row) => (
      <CatalogueRow key={row.term} {...row} />
    ))}
  </dl>
)

export const CatalogueRow = ({ term, values, prose }: RecordRow) => (
  <div>
    <dt>{term}</dt>
    {values.map((value, at) => (
      <dd key={at} className={prose && 'prose'} lang={value.lang}>
        {prose ? <LinkedText text={value.text} /> : <Value {...value} />}
      </dd>
    ))}
  </div>
)

function Value({ text, name, icon, href, about, machine, external }: RecordValue) {
  if (name)
    return (
      <>
        {icon && <img src={icon} alt="" width="48" height="48" loading="lazy" />}
        <b>{name}</b>
        {text.slice(name.length)}
      </>
    )
  if (!href) return machine === undefined ? text : <time dateTime={machine ?? undefined}>{text}</time>
  return (
    <>
      <a href={href}>{text}</a>
      {external && <Icon name="outside" />}
      {about && (
        <a className="about" href={about}>
          about<span className="visually-hidden">{` ${text}`}</span>
        </a>
      )}
    </>
  )
}
