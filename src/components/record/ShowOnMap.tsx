import { Icon } from '#components/Icon.tsx'

interface Props {
  href: string
}

/** A link to the live map, with what the record is about selected or highlighted there. */
export const MapLink = ({ href }: Props) => (
  <a className="button" href={href}>
    <Icon name="pin" />
    Show on the map
  </a>
)
/** The same in a line of its own. */
export const ShowOnMap = ({ href }: Props) => (
  <p className="on-map">
    <MapLink href={href} />
  </p>
)
