import down from 'lucide-static/icons/download.svg?raw'
import { HeadingAt, type Level } from '#components/HeadingAt.tsx'
import { citations, type Citation, type Run } from '#rules/citations/citations.ts'
import type { ItemTools as Tools, Download } from '#views/item-tools.ts'
import { society } from '#society'
import { Drawing, paths } from '#components/Icon.tsx'

/** A file to download. Across origins browsers ignore `download`: there a script saves it (behaviours/save-file.ts). */
export const DownloadLink = ({ file: { href, name, text, size } }: { file: Download }) => (
  <a className="button" href={href} download={name} data-live={/^https?:/.test(href) ? 'tools' : undefined}>
    <Drawing lines={paths(down)} />
    <span>
      {text}
      <small>{` (${size})`}</small>
    </span>
  </a>
)

/** More downloads than this are folded. */
const OPEN_MOST = 3

interface Props {
  tools: Tools
  /** Where the archive is published: `https://archive.example`. */
  site: string
  level: Level
  isBelowActions?: boolean
}

/** Rights, downloads, citations and permanent link of an item. Everything is readable without a script. */
export function ItemTools({ tools, site, level, isBelowActions = false }: Props) {
  const { rights, address, manifest, cited } = tools
  // A single one is under the picture.
  const downloads = isBelowActions && tools.downloads.length === 1 ? [] : tools.downloads
  const url = new URL(address, site).href
  const listOf = (files: readonly Download[]) => (
    <ul className="downloads">
      {files.map((file) => (
        <li key={file.href}>
          <DownloadLink file={file} />
        </li>
      ))}
    </ul>
  )
  return (
    <section className="use" aria-labelledby="use">
      <HeadingAt level={level} id="use">
        Use this item
      </HeadingAt>
      <p className="rights">
        {rights.href ? <a href={rights.href}>{rights.text}</a> : rights.text}
        {`. ${rights.words}`}
      </p>
      {tools.documents.length > 0 && listOf(tools.documents)}
      {downloads.length > OPEN_MOST ? (
        <details>
          <summary>{`Download its ${downloads.length} pictures`}</summary>
          {listOf(downloads)}
        </details>
      ) : (
        downloads.length > 0 && listOf(downloads)
      )}
      <details className="cite">
        <summary>Cite or link to this item</summary>
        <dl className="catalogue">
          <div>
            <dt>Permanent link</dt>
            <dd>
              <a id="cite-link" href={url}>
                {url}
              </a>
              <Copy from="cite-link" what="the permanent link" />
            </dd>
          </div>
          {citations(cited, { archive: society.siteName, society: society.name, url }).map((citation) => (
            <Cited key={citation.style} citation={citation} />
          ))}
          {rights.credit && (
            <div>
              <dt>Credit line</dt>
              <dd>
                <span id="cite-credit">{rights.credit}</span>
                <Copy from="cite-credit" what="the credit line" />
              </dd>
            </div>
          )}
          {manifest && (
            <div data-needs="web">
              <dt>IIIF manifest</dt>
              <dd>
                <a id="cite-iiif" href={manifest}>
                  {new URL(manifest, site).href}
                </a>
                <Copy from="cite-iiif" what="the address of the IIIF manifest" />
                <small>Opens the item in Mirador, the Universal Viewer and other viewers.</small>
              </dd>
            </div>
          )}
        </dl>
        <p role="status" className="said" />
      </details>
    </section>
  )
}

function Cited({ citation: { style, name, runs } }: { citation: Citation }) {
  const id = `cite-${style}`
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span id={id}>
          {joinRuns(runs).map((run, at) =>
            run.accessed ? (
              <span key={at} data-accessed={style} />
            ) : run.italic ? (
              <cite key={at}>{run.text}</cite>
            ) : (
              run.text
            ),
          )}
        </span>
        <Copy from={id} what={`the citation (${name})`} />
      </dd>
    </div>
  )
}

/** Joins adjacent plain runs: React would put a comment between two text nodes. */
const joinRuns = (runs: readonly Run[]): Run[] =>
  runs.reduce<Run[]>((all, run) => {
    const last = all.at(-1)
    const joins = last && !last.italic && !last.accessed && !run.italic && !run.accessed
    return joins ? [...all.slice(0, -1), { text: last.text + run.text }] : [...all, run]
  }, [])

/** Hidden without scripting (styles/item-tools.css). */
const Copy = ({ from, what }: { from: string; what: string }) => (
  <button type="button" className="button copy" data-live="tools" data-copy={from}>
    <span>Copy</span> <span className="visually-hidden">{what}</span>
  </button>
)
