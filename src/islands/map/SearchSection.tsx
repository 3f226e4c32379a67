import { useId, useState, type ReactNode } from 'react'
import { SearchForm } from '#components/search/SearchForm.tsx'
import type { SearchState, Section } from '#stores/map/map-stores.ts'
import { MESSAGES, searchText } from './messages.ts'
import { SideSection } from './SideSection.tsx'
import { isAlone } from '#client/edition.ts'

interface Props<Row> {
  section: Section
  title: string
  /** Name of the search landmark. */
  name: string
  label: string
  /** The filter of the search page, which the form opens without script. */
  kind: 'place' | 'organization'
  search: SearchState<Row>
  /** Said when nothing is found. */
  nothing: string
  onSearch: (text: string) => void
  draw: (row: Row) => ReactNode
  /** Shown before a search. */
  before?: ReactNode
  /** Between the field and the results. */
  note?: ReactNode
  /** The page with all of them. */
  all: { href: string; text: string }
}

/** A section with a search-as-you-type field, its results and a live region. A form, so that Enter works before hydration. */
export function SearchSection<Row>({ section, title, search, onSearch, ...props }: Props<Row>) {
  const [text, setText] = useState('')
  const type = (typed: string) => {
    setText(typed)
    onSearch(typed)
  }
  return (
    <SideSection section={section} title={title}>
      <SearchForm
        id={useId()}
        className="side-search"
        name={props.name}
        label={props.label}
        kind={props.kind}
        value={text}
        onChange={type}
        onSubmit={() => onSearch(text)}
      >
        <p className="side-status meta" role="status">
          {searchText(search, props.nothing)}
        </p>
      </SearchForm>
      {props.note}
      {search.state === 'found' ? (
        <>
          {search.partial && !isAlone && <p className="meta">{MESSAGES.lastBuild}</p>}
          <ul className="results">{search.rows.map(props.draw)}</ul>
        </>
      ) : (
        props.before
      )}
      <p className="side-more">
        <a href={props.all.href}>{props.all.text}</a>
      </p>
    </SideSection>
  )
}
