import { useId, useState } from 'react'
import { ADDRESS } from '#rules/addresses.ts'

interface Props {
  label: string
  /** What the archive's search page is asked for when the page's script does not run. */
  kind: 'place' | 'organization'
  status: string
  onSearch: (text: string) => void
}

const FORMS = { place: 'Locations', organization: 'Organizations' }

/** A text box that searches while one types, and a region that says how many there are. A form, so that Enter works before the script has come. */
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
