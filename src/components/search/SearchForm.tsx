import type { ReactNode } from 'react'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import type { SearchKind } from '#rules/search/search-kinds.ts'

interface Props {
  id: string
  className: string
  /** Name of the search landmark. */
  name: string
  label: string
  isLabelHidden?: boolean
  /** The page that the browser opens without a script. */
  action?: string
  /** On the results page: records of one kind. */
  kind?: SearchKind
  maxLength?: number
  placeholder?: string
  /** On a page that answers itself. Without these the browser sends the form. */
  value?: string
  onChange?: (text: string) => void
  onSubmit?: () => void
  /** The button, or the live region of a search that needs none. */
  children: ReactNode
}

/** A search field with its label, in a form that works without a script. */
export const SearchForm = ({ id, className, name, label, action = ADDRESS.search, kind, ...props }: Props) => (
  <form
    className={className}
    action={action}
    method="get"
    role="search"
    aria-label={name}
    onSubmit={(event) => {
      event.preventDefault()
      props.onSubmit?.()
    }}
  >
    <label htmlFor={id} className={props.isLabelHidden ? 'visually-hidden' : undefined}>
      {label}
    </label>
    {kind && <input type="hidden" name="kind" value={kind} />}
    <input
      id={id}
      name="q"
      type="search"
      maxLength={props.maxLength ?? 200}
      autoComplete="off"
      enterKeyHint="search"
      placeholder={props.placeholder}
      value={props.value}
      onChange={({ currentTarget }) => props.onChange?.(currentTarget.value)}
      // Some browsers do not clear a search field on Escape.
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !props.value) return
        event.preventDefault()
        props.onChange?.('')
      }}
    />
    {props.children}
  </form>
)
