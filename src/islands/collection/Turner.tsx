import { useId } from 'react'
import { figure } from './words.ts'

interface Props {
  page: number
  pages: number
  turn: (page: number) => void
}

/** Spec §2: Previous and Next. They stay in the tab order where they lead nowhere, so that the focus is not lost on the last page. */
export function Turner({ page, pages, turn }: Props) {
  const line = useId()
  return (
    <nav className="turner" aria-labelledby={line}>
      <Turn text="Previous" to={page - 1} off={page <= 1} turn={turn} />
      <p id={line} className="figures">
        Page {figure(page)} of {figure(pages)}
      </p>
      <Turn text="Next" to={page + 1} off={page >= pages} turn={turn} />
    </nav>
  )
}

const Turn = ({ text, to, off, turn }: { text: string; to: number; off: boolean; turn: (page: number) => void }) => (
  <button type="button" className={off ? 'button off' : 'button'} aria-disabled={off} onClick={() => off || turn(to)}>
    {text}
  </button>
)
