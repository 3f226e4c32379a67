import { ADDRESS } from '#rules/addresses/page-addresses.ts'

const WAYS = [
  [ADDRESS.people, 'People'],
  [ADDRESS.places, 'Places'],
  [ADDRESS.decades, 'Timeline'],
  [ADDRESS.subjects, 'Subjects'],
] as const

/** Other ways into the archive, below the headline of the map. */
export const WaysIn = ({ label }: { label: string }) => (
  <nav className="ways-in" aria-label={label}>
    {WAYS.map(([href, text]) => (
      <a key={href} href={href}>
        {text}
      </a>
    ))}
  </nav>
)
