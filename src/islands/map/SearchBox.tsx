import { useId, useState } from 'react'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'

interface Props {
  label: string
  /** The filter of the search page, which the form opens without script. */
  kind: 'place' | 'organization'
  status: string
  onSearch: (text: string) => void
}

const FORMS = { place: 'Locations', organization: 'Organizations' }

/** A search-as-you-type box with a live region. A form, so that Enter works before hydration. */
export function SearchBox({ label, kind, status, onSearch }: Props) {
  const id = useId()
  const [text, setText] = useState('')
  const search = (typed: string) => {
    setText(typed)
    onSearch(typed)
  }
  return (
    <form
      className="side-search"
      action={ADDRESS.search}
      method="get"
      role="search"
      aria-label={FORMS[kind]}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(text)
      }}
    >
      <label htmlFor={id}>{label}</label>
      <input type="hidden" name="kind" value={kind} />
      <input
        id={id}
        name="q"
        type="search"
        maxLength={200}
        autoComplete="off"
        value={text}
        onChange={({ currentTarget }) => search(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || text === '') return
          event.preventDefault()
          search('')
        }}
      />
      <p className="side-status" role="status">
        {status}
      </p>
    </form>
  )
}
