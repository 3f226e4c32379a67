import { useEffect, useId, useRef, useState } from 'react'
import { Icon } from '#components/Icon.tsx'
import type { User } from '#contract/account.ts'
import { userMay } from '#rules/access/user-abilities.ts'
import { STAFF_PAGES, type StaffPageName } from './staff-pages.ts'

/** The pages that somebody may see: a line of links, and on a narrow screen a button that opens them. */
export function StaffMenu({ user, current }: { user: User; current: StaffPageName }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const menu = useRef<HTMLElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOpen) return
    const close = ({ target }: Event) => menu.current?.contains(target as Node) || setOpen(false)
    document.addEventListener('pointerdown', close)
    return () => document.removeEventListener('pointerdown', close)
  }, [isOpen])
  const pages = Object.entries(STAFF_PAGES).filter(([, { ability }]) => userMay(user, ability))
  if (pages.length < 2) return null
  return (
    <nav
      ref={menu}
      className="staff-menu"
      aria-label="Staff"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return
        event.stopPropagation()
        setOpen(false)
        button.current?.focus()
      }}
      onBlur={({ relatedTarget }) => relatedTarget && !menu.current?.contains(relatedTarget) && setOpen(false)}
    >
      <button
        ref={button}
        type="button"
        className="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        Staff menu
        <Icon name={isOpen ? 'up' : 'down'} />
      </button>
      <ul id={id} data-open={isOpen || undefined}>
        {pages.map(([name, { address, title }]) => (
          <li key={name}>
            <a href={address} aria-current={name === current ? 'page' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
