import type { ZoneMap } from '#rules/map/zone-map.ts'
import { ShowOnMap } from './ShowOnMap.tsx'
import { HeadingAt, type Level } from '#components/HeadingAt.tsx'

interface Props {
  map: ZoneMap
  name: string
  level: Level
  /** The zone on the live map; undefined over that map. */
  onMap?: string | undefined
}

/** A zone among its neighbours, with scale and north arrow. */
export function SmallMap({ map, name, level, onMap }: Props) {
  const { width, height, scale } = map
  const foot = height - 14
  return (
    <figure className="small-map">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        role="img"
        aria-label={`Map: ${name} among the zones around it`}
      >
        <path className="around" d={map.around} />
        <path className="here" d={map.here} />
        <path className="scale" d={`M14 ${foot - 4}v4h${scale.length}v-4`} />
        <text x={20 + scale.length} y={foot}>
          {scale.metres < 1000 ? `${scale.metres} m` : `${scale.metres / 1000} km`}
        </text>
        <path className="north" d={`M${width - 18} 12l6 16-6-4-6 4z`} />
        <text x={width - 18} y="40" textAnchor="middle">
          N
        </text>
      </svg>
      {onMap && <ShowOnMap href={onMap} />}
      {map.neighbours.length > 0 && (
        <figcaption>
          <HeadingAt level={level}>Next to it</HeadingAt>
          <ul>
            {map.neighbours.map((link) => (
              <li key={link.href}>
                <a href={link.href}>{link.text}</a>
              </li>
            ))}
          </ul>
        </figcaption>
      )}
    </figure>
  )
}
