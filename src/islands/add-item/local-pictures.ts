import { useEffect, useMemo, useState } from 'react'
import { fitInBox, type AltPicture } from '#rules/media/pictures.ts'
import { pictureAlt } from '#rules/names/record-names.ts'
import { useStore } from '../widgets/use-store.ts'
import { shrinkPicture, type Thumbnail } from './images/shrink-picture.ts'
import { useDraftImages, useWizard } from './wizard-context.ts'

/** Pixels of the first picture of the review, and CSS pixels of the further ones. */
const FIRST = { width: 1080, height: 720 }
const FURTHER = { width: 240, height: 240 }

/** The draft's images for the review: small, because forty large ones would fill the memory of a phone. Those that can't be shown are left out. */
export function useLocalPictures(title: string): AltPicture[] {
  const { thumbnails } = useWizard()
  const images = useDraftImages()
  const small = useStore(thumbnails.$thumbnails)
  const first = useFirst(images[0]?.id)
  return useMemo(
    () =>
      images.flatMap(({ id, alt }, at) => {
        const thumbnail = small[id]
        if (typeof thumbnail !== 'object') return []
        const picture = at === 0 && first?.id === id ? first.picture : thumbnail
        const size = fitInBox(thumbnail.width, thumbnail.height, picture === thumbnail ? FURTHER : FIRST)
        return {
          ...{ src: picture.src, full: `#image-${id}`, pixels: '', sources: [], srcset: '', sizes: '' },
          ...size,
          alt: pictureAlt(title, at, images.length, alt),
        }
      }),
    [images, small, first, title],
  )
}

/** The first image in the size of a page. Undefined while it is made, and where the browser can't. */
function useFirst(id: string | undefined) {
  const { readImage } = useWizard().stores
  const [first, setFirst] = useState<{ id: string; picture: Thumbnail }>()
  useEffect(() => {
    if (id === undefined) return undefined
    let isWanted = true
    const make = async () => {
      const file = await readImage(id)
      const picture = file && (await shrinkPicture(file, FIRST))
      if (isWanted && picture) setFirst({ id, picture })
    }
    make().catch(() => {})
    return () => {
      isWanted = false
    }
  }, [id, readImage])
  return first
}
