import { atom } from 'nanostores'
import { society } from '#society'
import type { AddItemDeps } from './deps.ts'
import type { DraftImage } from './draft.ts'
import type { DraftState } from './draft-state.ts'

const WATERMARK = {
  watermark: society.watermark.text,
  color: society.watermark.color,
  position: society.watermark.position,
} as const

type Deps = Pick<AddItemDeps, 'newId'> & { state: DraftState; hasAdditions: boolean }
type Removed = { draft: string; image: DraftImage; at: number }

/** The images of the open draft, in their order. Their files are stored when they are chosen, so that a file that is moved away later is no loss. */
export function createImages({ newId, state, hasAdditions }: Deps) {
  const $removed = atom<Removed | undefined>()
  const setImages = (work: (images: readonly DraftImage[]) => DraftImage[]) =>
    state.change((draft) => ({ ...draft, images: work(draft.images) }))

  /** The removal can't be undone any more. */
  function forgetRemoved() {
    const removed = $removed.get()
    $removed.set(undefined)
    if (removed) state.removeFile(removed.image.id)
  }

  return {
    $removed,
    forgetRemoved,
    async add(files: readonly File[]) {
      const draft = state.$draft.get()
      if (!draft) return
      const added = files.map((file) => ({ file, id: newId() }))
      const [first] = draft.images
      const { watermark, color, position } = first ?? WATERMARK
      state.addFiles(new Map(added.map(({ file, id }) => [id, file])))
      setImages((images) => [
        ...images,
        ...added.map(({ file: { name, type, size }, id }) => ({
          ...{ id, name, type, size, watermark, color, position },
          alt: '',
          scan: null,
          sent: null,
        })),
      ])
      await state.flush()
    },
    remove(id: string) {
      const draft = state.$draft.get()
      const at = draft?.images.findIndex((image) => image.id === id) ?? -1
      if (!draft || at === -1) return
      const image = draft.images[at]!
      // Without our additions nobody but the server's staff can remove a scan.
      if (image.sent !== null && !hasAdditions) return
      forgetRemoved()
      $removed.set({ draft: draft.id, image, at })
      state.change((draft) => ({
        ...draft,
        images: draft.images.filter((each) => each.id !== id),
        removedScans: image.scan ? [...draft.removedScans, image.scan] : draft.removedScans,
      }))
    },
    undoRemove() {
      const removed = $removed.get()
      $removed.set(undefined)
      if (!removed || removed.draft !== state.$draft.get()?.id) return
      state.change((draft) => ({
        ...draft,
        images: draft.images.toSpliced(removed.at, 0, removed.image),
        removedScans: draft.removedScans.filter((scan) => scan !== removed.image.scan),
      }))
    },
    move(id: string, to: number) {
      setImages((images) => {
        const from = images.findIndex((image) => image.id === id)
        if (from === -1) return [...images]
        const others = images.toSpliced(from, 1)
        // Before the one at `to`: it has moved up by one when the image came from above it.
        return others.toSpliced(from < to ? to - 1 : to, 0, images[from]!)
      })
    },
    /** Its watermark, and what it shows. */
    changeImage(id: string | 'all', change: Partial<Pick<DraftImage, 'watermark' | 'color' | 'position' | 'alt'>>) {
      // What was sent can only be changed where the server has our additions, and only once it has answered.
      const isOpen = ({ sent, scan }: DraftImage) => sent === null || (hasAdditions && scan !== null && id !== 'all')
      setImages((images) =>
        images.map((image) => ((id === 'all' || image.id === id) && isOpen(image) ? { ...image, ...change } : image)),
      )
    },
  }
}
export type Images = ReturnType<typeof createImages>
