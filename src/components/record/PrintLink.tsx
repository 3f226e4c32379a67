import type { ItemSummary } from '#views/item-lists.ts'

/** Picture and title of an item as one link; nothing for an item without a picture. */
export function PrintLink({ item: { href, title, picture }, eager = false }: { item: ItemSummary; eager?: boolean }) {
  if (!picture) return null
  return (
    <a href={href}>
      <span className={picture.width ? 'print' : 'print unsized'}>
        <img
          src={picture.src}
          srcSet={picture.srcset || undefined}
          width={picture.width ?? undefined}
          height={picture.height ?? undefined}
          alt=""
          loading={eager ? undefined : 'lazy'}
          decoding="async"
        />
      </span>
      <span className="title">{title}</span>
    </a>
  )
}
