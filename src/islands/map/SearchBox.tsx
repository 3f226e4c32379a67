import { useId, useState } from 'react'
import { SearchForm } from '#components/search/SearchForm.tsx'

interface Props {
  name: string
  label: string
  /** The filter of the search page, which the form opens without script. */
  kind: 'place' | 'organization'
  status: string
  onSearch: (text: string) => void
}

/** A search-as-you-type box with a live region. A form, so that Enter works before hydration. */
export function SearchBox({ status, onSearch, ...form }: Props) {
  const [text, setText] = useState('')
  const search = (typed: string) => {
    setText(typed)
    onSearch(typed)
  }
  return (
    <SearchForm
      {...form}
      id={useId()}
      className="side-search"
      value={text}
      onChange={search}
      onSubmit={() => onSearch(text)}
    >
      <p className="side-status" role="status">
        {status}
      </p>
    </SearchForm>
  )
}
