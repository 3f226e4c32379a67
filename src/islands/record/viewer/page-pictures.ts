import { largePicture, type Picture } from '#rules/pictures.ts'

/** A picture of the page that the viewer can open: a link with the id `picture-N`, which leads to the picture itself. */
export interface PagePicture {
  link: HTMLAnchorElement
  /** From 1, in the order of the record. */
  number: number
  /** The widest that the archive keeps. */
  full: string
  alt: string
  /** What the page shows of it, already loaded as a rule. */
  shown: string
  /** Pixels of the stored picture; null when the server does not say them. */
  size: { width: number; height: number } | null
}

/** The number in an address like `…#picture-2`; undefined where it names no picture. */
export function pictureIn(hash: string): number | undefined {
  const match = /^#picture-([1-9]\d{0,3})$/.exec(hash)
  return match ? Number(match[1]) : undefined
}
export const hashOf = (number: number) => `#picture-${number}`

/** The number of the picture so many steps on. After the last one comes the first: an arrow never does nothing. */
export const turned = (number: number, by: number, count: number) => ((((number - 1 + by) % count) + count) % count) + 1

/** What a link says of its picture's pixels, "4000x3000". */
export function sizeOf(text: string | undefined): PagePicture['size'] {
  const match = /^([1-9]\d*)x([1-9]\d*)$/.exec(text ?? '')
  return match ? { width: Number(match[1]), height: Number(match[2]) } : null
}

/** Every picture of the page, as it stands there. */
export function pagePictures(page: ParentNode): PagePicture[] {
  return [...page.querySelectorAll<HTMLAnchorElement>('a[id^=picture-][data-live=viewer]')].flatMap((link) => {
    const number = pictureIn(`#${link.id}`)
    const img = link.querySelector('img')
    if (!number || !img) return []
    const size = sizeOf(link.dataset.size)
    return [{ link, number, full: link.href, alt: img.alt, shown: img.currentSrc || img.src, size }]
  })
}

/** A picture for a place of this many CSS pixels, from the address of its widest one (rules/pictures.ts). */
export function pictureAt(full: string, size: PagePicture['size'], box: { width: number; height: number }): Picture {
  const { origin, pathname, searchParams } = new URL(full)
  return size
    ? largePicture(origin + pathname, { ...size, version: searchParams.get('v') ?? '' }, box)
    : largePicture(full, {}, box)
}
