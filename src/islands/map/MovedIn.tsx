import { useEffect, useRef } from 'react'

interface Props {
  elements: readonly Element[]
  onMoved?: () => void
}

/** Elements of the static page, moved here as they are. */
export function MovedIn({ elements, onMoved }: Props) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.replaceChildren(...elements)
    onMoved?.()
  }, [elements, onMoved])
  return <div className="side-tail" ref={place} />
}
