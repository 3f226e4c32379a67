import type { MouseEventHandler, ReactNode } from 'react'
import { Icon } from '#components/Icon.tsx'
import { MAP_LABEL } from '#contract/messages.ts'
import { ModalDialog } from '#islands/widgets/ModalDialog.tsx'
import { isAlone } from '#client/edition.ts'
import type { Link } from '#rules/addresses/page-addresses.ts'
import '#styles/record-popup.css'

interface Props {
  className?: string
  page: Link
  /** Id of the record's heading, and of the loading note before it. */
  titleId: string
  isLoading: boolean
  /** Said above the record when it is from the last build. */
  away?: string | false
  onClose: () => void
  onClick?: MouseEventHandler
  children: ReactNode
}

/** The frame of a record over the map. */
export const RecordPopup = ({ className = '', page, titleId, isLoading, away, onClose, onClick, children }: Props) => (
  <ModalDialog className={`popup ${className}`} labelledBy={titleId} onClose={onClose}>
    <div className="popup-bar">
      <a href={page.href}>{page.text}</a>
      <button type="button" className="popup-close" onClick={onClose}>
        <Icon name="cross" />
        Close
      </button>
    </div>
    <div className="popup-body" onClick={onClick}>
      {isLoading && (
        <p id={titleId} className="loading" role="status">
          {MAP_LABEL.loading}
        </p>
      )}
      {away && !isAlone && (
        <p className="as-built" role="status">
          {`The archive does not answer at the moment. This is the ${away} as of the last update.`}
        </p>
      )}
      {children}
    </div>
  </ModalDialog>
)
