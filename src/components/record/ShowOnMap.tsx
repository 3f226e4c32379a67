import { Icon } from '#components/Icon.tsx'

/** A link to the live map, with what the record is about selected or highlighted there. */
export const ShowOnMap = ({ href }: { href: string }) => (
  <p className="on-map">
    <a className="button" href={href}>
      <Icon name="pin" />
      Show on the map
    </a>
  </p>
)
