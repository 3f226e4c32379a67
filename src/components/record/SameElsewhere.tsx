import { Icon } from '#components/Icon.tsx'
import type { Link } from '#rules/addresses/page-addresses.ts'

/** Links to the same record at other sites. */
export const SameElsewhere = ({ links = [] }: { links: readonly Link[] | undefined }) =>
  links.length > 0 && (
    <p className="meta">
      {'The same at: '}
      {links.map(({ href, text }, at) => (
        <span key={href}>
          {at > 0 && ', '}
          <a href={href}>{text}</a>
          <Icon name="outside" />
        </span>
      ))}
    </p>
  )
