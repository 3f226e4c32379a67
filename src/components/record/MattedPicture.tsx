import type { AltPicture } from '#rules/media/pictures.ts'

interface Props {
  picture: AltPicture
  /** Position among the pictures of the record, from 1; part of the viewer's address. */
  number: number
  /** The main picture: loaded eagerly, with high priority. */
  first?: boolean
}

/** A picture on its mat. It links to the image file; with scripts it opens the viewer (islands/behaviours/viewer.ts). */
export const MattedPicture = ({ picture, number, first = false }: Props) => (
  <a
    className={picture.width ? 'mat' : 'mat unsized'}
    href={picture.full}
    id={`picture-${number}`}
    data-live="viewer"
    data-size={picture.pixels || undefined}
  >
    <picture>
      {picture.sources.map(({ type, media, srcset }) => (
        <source key={type} type={type} media={media} srcSet={srcset} sizes={picture.sizes} />
      ))}
      <img
        src={picture.src}
        srcSet={picture.srcset || undefined}
        sizes={picture.sizes || undefined}
        width={picture.width ?? undefined}
        height={picture.height ?? undefined}
        alt={picture.alt}
        fetchPriority={first ? 'high' : undefined}
        loading={first ? undefined : 'lazy'}
        decoding={first ? undefined : 'async'}
      />
    </picture>
  </a>
)
