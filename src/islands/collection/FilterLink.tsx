import type { ReactNode } from 'react'
import { isPlainClick } from '../widgets/plain-click.ts'

interface Props {
  /** A real address, so that it opens in another tab and works before hydration. */
  href: string
  choose: () => void
  current?: boolean
  className?: string
  children: ReactNode
}

/** A link that sets a filter without leaving the page. */
export const FilterLink = ({ href, choose, current = false, className, children }: Props) => (
  <a
    href={href}
    className={className}
    aria-current={current || undefined}
    onClick={(event) => {
      if (!isPlainClick(event)) return
      event.preventDefault()
      choose()
    }}
  >
    {children}
  </a>
)
