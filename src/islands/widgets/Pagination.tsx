import { formatNumber } from '#rules/names/record-names.ts'

interface Props {
  className?: string
  label: string
  page: number
  pages: number
  /** The class of its buttons. */
  button?: string
  goTo: (page: number) => void
}

/** Spec §2: Previous and Next, if there is more than one page. `aria-disabled` instead of `disabled`, so that the focus is not lost on the last page. */
export function Pagination({ className = 'pagination', label, page, pages, button = 'button', goTo }: Props) {
  if (pages <= 1) return null
  const step = (text: string, to: number) => {
    const isOff = to < 1 || to > pages
    return (
      <button type="button" className={button} aria-disabled={isOff} onClick={() => isOff || goTo(to)}>
        {text}
      </button>
    )
  }
  return (
    <nav className={className} aria-label={label}>
      {step('Previous', page - 1)}
      <p className="figures">
        Page {formatNumber(page)} of {formatNumber(pages)}
      </p>
      {step('Next', page + 1)}
    </nav>
  )
}
