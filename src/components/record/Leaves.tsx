import type { Leaf } from '#views/leaves.ts'

interface Props {
  leaves: readonly Leaf[]
  /** The page that is being read. */
  current?: number
}

/** Pages of an item as small pictures with their numbers. A `menu` and no `ul`: those are lists that an item is opened from (layouts/inline-code.ts). */
export const Leaves = ({ leaves, current }: Props) => (
  <menu className="leaves">
    {leaves.map(({ number, href, picture }) => (
      <li key={number}>
        <a href={href} aria-current={number === current ? 'page' : undefined}>
          {picture && (
            <img src={picture.src} width={picture.width ?? 88} height={picture.height ?? 112} alt="" loading="lazy" />
          )}
          {number}
        </a>
      </li>
    ))}
  </menu>
)
