import type { ComponentProps } from 'react'
import { isPlainClick } from './plain-click.ts'

/** A link that acts on this page. Its address is a real one, so that it opens in another tab and works before hydration. */
export const ActionLink = ({ act, ...link }: Omit<ComponentProps<'a'>, 'onClick'> & { act: () => void }) => (
  <a
    {...link}
    onClick={(event) => {
      if (!isPlainClick(event)) return
      event.preventDefault()
      act()
    }}
  />
)
