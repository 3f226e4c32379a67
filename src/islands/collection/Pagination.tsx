import { useId } from 'react'
import { figure } from './messages.ts'

interface Props {
  page: number
  pages: number
  goTo: (page: number) => void
}

/** Spec §2: Previous and Next. `aria-disabled` instead of `disabled`, so that the focus is not lost on the last page. */
export function Pagination({ page, pages, goTo }: Props) {
  const line = useId()
  return (
    <nav className="pagination" aria-labelledby={line}>
      <Turn text="Previous" to={page - 1} off={page <= 1} turn={goTo} />
      <p id={line} className="figures">
        Page {figure(page)} of {figure(pages)}
      </p>
      <Turn text="Next" to={page + 1} off={page >= pages} turn={goTo} />
    </nav>
  )
}

const Turn = ({ text, to, off, turn }: { text: string; to: number; off: boolean; turn: (page: number) => void }) => (
  <button type="button" className={off ? 'button off' : 'button'} aria-disabled={off} onClick={() => off || turn(to)}>
    {text}
  </button>
)
