import { pictureOfAddress } from '#rules/media/read-address.ts'
import { isStatic } from '#client/edition.ts'
import { fitInBox, largePicture, plainPicture, type Picture } from '#rules/media/pictures.ts'

/** A picture that the viewer can open: a link with the id `picture-N` to the picture itself. */
export interface PagePicture {
  link: HTMLAnchorElement
  /** Counts from 1, in the order of the record. */
  number: number
  /** Address of the largest size. */
  full: string
  alt: string
  /** Address of the size on the page, usually loaded already. */
  shown: string
  /** Pixels of the stored picture; null when unknown. */
  size: { width: number; height: number } | null
}

/** The number in a hash like `#picture-2`, if any. */
export function pictureIn(hash: string): number | undefined {
  const match = /^#picture-([1-9]\d{0,3})$/.exec(hash)
  return match ? Number(match[1]) : undefined
}
export const hashOf = (number: number) => `#picture-${number}`

/** The number `by` steps on, wrapping around. */
export const wrapNumber = (number: number, by: number, count: number) =>
  ((((number - 1 + by) % count) + count) % count) + 1

/** Parses `data-size`, such as "4000x3000". */
export function sizeOf(text: string | undefined): PagePicture['size'] {
  const match = /^([1-9]\d*)x([1-9]\d*)$/.exec(text ?? '')
  return match ? { width: Number(match[1]), height: Number(match[2]) } : null
}

/** Every picture in the record, in order. */
export function pagePictures(page: ParentNode): PagePicture[] {
  return [...page.querySelectorAll<HTMLAnchorElement>('a[id^=picture-][data-live=viewer]')].flatMap((link) => {
    const number = pictureIn(`#${link.id}`)
    const img = link.querySelector('img')
    if (!number || !img) return []
    const size = sizeOf(link.dataset.size)
    return [{ link, number, full: link.href, alt: img.alt, shown: img.currentSrc || img.src, size }]
  })
}

/** The picture for a box of CSS pixels, from the address of its largest size (rules/media/pictures.ts). */
export function pictureAt(full: string, size: PagePicture['size'], box: { width: number; height: number }): Picture {
  const { source, version } = pictureOfAddress(full) ?? {}
  if (size && source && version) {
    const picture = largePicture(source, { ...size, version }, box)
    // A site of files has WebP, and the largest JPEG.
    return isStatic ? { ...picture, src: full, srcset: '', sources: picture.sources.slice(-1) } : picture
  }
  return { ...plainPicture(full), ...(size && fitInBox(size.width, size.height, box)) }
}
