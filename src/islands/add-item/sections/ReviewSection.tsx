import type { ReadableAtom } from 'nanostores'
import { type MouseEvent, startTransition, useEffect, useMemo, useState } from 'react'
import { ItemRecord } from '#components/record/ItemRecord.tsx'
import { type AltPicture, fitInBox } from '#rules/media/pictures.ts'
import { itemTitle, pictureAlt } from '#rules/names/record-names.ts'
import type { Named } from '#views/catalogue-record.ts'
import { itemView } from '#views/item.ts'
import { Button, LinkButton, StrongButton } from '../../widgets/Button.tsx'
import { FormError } from '../../widgets/FormError.tsx'
import { useStore } from '../../widgets/use-store.ts'
import { SectionFrame } from '../SectionFrame.tsx'
import { shrinkPicture, type Thumbnail } from '../images/shrink-picture.ts'
import { SECTION_NAMES } from '../messages.ts'
import { goTo } from '../start-moves.ts'
import { useDraftError, useDraftField, useDraftImages, useWizard } from '../wizard-context.ts'

/** Pixels of the first picture of the review, and CSS pixels of the further ones. */
const FIRST = { width: 1080, height: 720 }
const FURTHER = { width: 240, height: 240 }

/** The draft's images for the review: small, because forty large ones would fill the memory of a phone. Those that can't be shown are left out. */
function useLocalPictures(title: string): AltPicture[] {
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

/** The record as visitors will see it, and Submit. */
export function ReviewSection({ onSubmit }: { onSubmit: (options: { alike: boolean }) => void }) {
  const error = useDraftError('submit')
  return (
    <SectionFrame
      section="review"
      lead="This is how visitors will see your item once a cataloguer has approved it. Go back to change anything."
      last={
        <>
          <Button onClick={() => onSubmit({ alike: true })}>Submit and add another like this</Button>
          <StrongButton onClick={() => onSubmit({ alike: false })}>Submit</StrongButton>
        </>
      }
    >
      <Missing />
      <Preview />
      <FormError text={error} />
    </SectionFrame>
  )
}

/** What is not there yet, with the way to it. */
function Missing() {
  const { stores } = useWizard()
  const open = useStore(stores.$progress).filter(({ section, missing }) => section !== 'review' && missing.length > 0)
  if (open.length === 0) return null
  const isBlocking = open.some(({ refused }) => refused.length > 0)
  return (
    <div className={isBlocking ? 'aside blocking' : 'aside'}>
      <p>{isBlocking ? 'Before you can submit:' : 'You can submit it like this. What you could still add:'}</p>
      <ul>
        {open
          .map((each) => ({ ...each, shown: isBlocking ? each.refused : each.missing }))
          .filter(({ shown }) => shown.length > 0)
          .map(({ section, shown }) => (
            <li key={section}>
              <LinkButton onClick={() => goTo(stores, section)}>{SECTION_NAMES[section]}</LinkButton>
              {`: ${shown.join(' ')}`}
            </li>
          ))}
      </ul>
    </div>
  )
}

function Preview() {
  const { stores, client } = useWizard()
  const item = useSettled(stores.$item)
  const pictures = useLocalPictures(item ? itemTitle(item) : '')
  const pending = usePending()
  const view = useMemo(
    () =>
      item && {
        ...itemView(item, { pictures: client.base, hasPage: (kind, id) => !pending.includes(`${kind} ${id};`) }),
        pictures,
        tools: null,
      },
    [item, client, pending, pictures],
  )
  if (!view) return null
  return (
    <div className="preview" onClick={openElsewhere}>
      <ItemRecord item={view} site={location.origin} level={3} />
    </div>
  )
}

/** Milliseconds without a change. */
const SETTLED = 400
/** A store's value once it stays the same for a while: typing goes first. */
function useSettled<Value>($store: ReadableAtom<Value>): Value {
  const [value, setValue] = useState(() => $store.get())
  useEffect(() => {
    let timer = 0
    const show = () => startTransition(() => setValue($store.get()))
    const stop = $store.subscribe(() => {
      clearTimeout(timer)
      timer = window.setTimeout(show, SETTLED)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [$store])
  return value
}

/** Records that wait for review have no page yet. */
function usePending(): string {
  const creator = useDraftField('creator')
  const people = [...useDraftField('people'), ...useDraftField('contributors'), ...(creator ? [creator] : [])]
  const subjects = useDraftField('subjects')
  const organizations = useDraftField('organizations')
  const listOf = (kind: Named, tags: readonly { id: number; pending: boolean }[]) =>
    tags.map(({ id, pending }) => (pending ? `${kind} ${id};` : '')).join('')
  return [listOf('person', people), listOf('subject', subjects), listOf('organization', organizations)].join('')
}

/** Links of the record lead to other pages: they open beside the wizard, and pictures stay where they are. */
function openElsewhere(event: MouseEvent) {
  const link = (event.target as Element).closest('a')
  if (!link) return
  event.preventDefault()
  if (link.dataset['live'] === undefined) open(link.href, '_blank', 'noopener')
}
