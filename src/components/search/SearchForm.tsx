import search from 'lucide-static/icons/search.svg?raw'
import { Drawing, paths } from '#components/Icon.tsx'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'

interface Props {
  id: string
  /** On a page that answers itself. Without these the browser sends the form to the results page. */
  value?: string
  onChange?: (text: string) => void
  onSubmit?: () => void
}

export const SearchForm = ({ id, value, onChange, onSubmit }: Props) => (
  <form
    className="collection-search"
    action={ADDRESS.search}
    method="get"
    role="search"
    aria-label="Everything"
    onSubmit={(event) => {
      if (!onSubmit) return
      event.preventDefault()
      onSubmit()
    }}
  >
    <label htmlFor={id} className="visually-hidden">
      Search everything
    </label>
    <input
      id={id}
      name="q"
      type="search"
      maxLength={200}
      autoComplete="off"
      placeholder="A name, a street, a subject…"
      value={value}
      onChange={onChange && (({ currentTarget }) => onChange(currentTarget.value))}
    />
    <button className="button strong" type="submit">
      <Drawing lines={paths(search)} />
      <span>Search</span>
    </button>
  </form>
)
