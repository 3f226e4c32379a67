import type { ReactNode } from 'react'

interface Props {
  /** A real address, so that it can be opened in another tab, and works before the script has come. */
  href: string
  choose: () => void
  current?: boolean
  className?: string
  children: ReactNode
}

/** A link that sets a filter of this page. */
export const FilterLink = ({ href, choose, current = false, className, children }: Props) => (
  <a
    href={href}
    className={className}
    aria-current={current || undefined}
    onClick={(event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      choose()
    }}
  >
    {children}
  </a>
)
