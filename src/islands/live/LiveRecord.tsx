import { useEffect, useState } from 'react'
import type { Client } from '#client/client.ts'
import { loadRecord } from './load-record.ts'
import type { Kind, LiveRecord } from './record.ts'

interface Props {
  client: Client
  kind: Kind
  pathname: string
  siteName: string
  /** Called when the record cannot be loaded. */
  leave: () => void
}

/** A record that was published after the last build, loaded from the API. */
export function LiveRecordPage({ client, kind, pathname, siteName, leave }: Props) {
  const [record, setRecord] = useState<LiveRecord>()

  useEffect(() => {
    let wanted = true
    void loadRecord(client, kind, pathname).then((loaded) => {
      if (!wanted) return
      if (loaded === null) return leave()
      document.title = `${loaded.title} – ${siteName}`
      setRecord(loaded)
    })
    return () => {
      wanted = false
    }
  }, [client, kind, pathname, siteName, leave])

  if (!record) return <Loading />
  const [first, ...further] = record.pictures
  return (
    <article className="item">
      {first && (
        <figure className="hero">
          <Matted picture={first} />
        </figure>
      )}
      <header className="item-head">
        <p className="kicker">{record.kicker}</p>
        <h1 className={record.title.length > 260 ? 'very-long' : record.title.length > 90 ? 'long' : undefined}>
          {record.title}
        </h1>
        {record.subtitle && <p className="item-date">{record.subtitle}</p>}
      </header>
      {further.length > 0 && (
        <ul className="further">
          {further.map((picture) => (
            <li key={picture.full}>
              <Matted picture={picture} />
            </li>
          ))}
        </ul>
      )}
      <section className="record" aria-labelledby="record">
        <h2 id="record">Catalogue record</h2>
        <Rows rows={record.rows} />
      </section>
      <p className="fresh">This record is new: it gets a page of its own with the next build of the archive.</p>
    </article>
  )
}

export const Loading = () => (
  <div className="loading" role="status">
    <p>Loading...</p>
  </div>
)

function Matted({ picture }: { picture: LiveRecord['pictures'][number] }) {
  return (
    <a className={picture.width ? 'mat' : 'mat unsized'} href={picture.full}>
      <picture>
        {picture.sources.map((source) => (
          <source
            key={source.type}
            type={source.type}
            media={source.media}
            srcSet={source.srcset}
            sizes={picture.sizes}
          />
        ))}
        <img
          src={picture.src}
          srcSet={picture.srcset || undefined}
          sizes={picture.sizes || undefined}
          width={picture.width ?? undefined}
          height={picture.height ?? undefined}
          alt={picture.alt}
        />
      </picture>
    </a>
  )
}

function Rows({ rows }: { rows: LiveRecord['rows'] }) {
  return (
    <dl className="catalogue">
      {rows.map(({ term, values, prose }, at) => (
        <div key={at}>
          <dt>{term}</dt>
          {values.map((value, index) => (
            <dd key={index} className={prose && 'prose'}>
              {value.href ? <a href={value.href}>{value.text}</a> : value.text}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}
