interface Props {
  /** Addresses; empty on the first and last page. */
  previous: string
  next: string
  label: string
  /** The position: "Page 2 of 7". */
  text: string
}

/** Previous and Next as links, for a list that has an address for each page. */
export const Pager = ({ previous, next, label, text }: Props) =>
  (previous || next) && (
    <nav className="pager" aria-label={label}>
      <Step href={previous} rel="prev" text="Previous" />
      <span className="figures">{text}</span>
      <Step href={next} rel="next" text="Next" />
    </nav>
  )

const Step = ({ href, rel, text }: { href: string; rel: string; text: string }) =>
  href ? (
    <a className="button" href={href} rel={rel}>
      {text}
    </a>
  ) : (
    <span className="button off">{text}</span>
  )
