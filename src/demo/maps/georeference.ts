import { type Point, toLonLat } from '../geometry.ts'
import type { XY } from '../pictures/pen.ts'
import { type Sheet, toMercator } from './sheet.ts'

/** A control point. */
export interface ControlPoint {
  /** Pixels from the top left corner of the picture. */
  pixel: XY
  /** Longitude and latitude, EPSG:4326. */
  place: readonly [number, number]
  /** EPSG:3857 metres. */
  metres: readonly [number, number]
}

/** Control points that a person would choose: crossings and corners that still exist. */
export function controlPoints(sheet: Sheet, places: readonly Point[]): ControlPoint[] {
  return places.map((place) => {
    const [x, y] = sheet.at(place)
    return {
      pixel: [Math.round(x * 10) / 10, Math.round(y * 10) / 10],
      place: toLonLat(place),
      metres: toMercator(place),
    }
  })
}

/**
 * A Georeference Annotation (IIIF extension "georef" 1) as Allmaps writes it.
 * @param mask the neat line: everything outside is not part of the map
 */
export function annotation(
  size: { width: number; height: number },
  points: readonly ControlPoint[],
  mask: readonly XY[],
  source: string,
): string {
  const polygon = mask.map(([x, y]) => `${Math.round(x)},${Math.round(y)}`).join(' ')
  return `${JSON.stringify(
    {
      type: 'Annotation',
      '@context': [
        'http://iiif.io/api/extension/georef/1/context.json',
        'http://iiif.io/api/presentation/3/context.json',
      ],
      motivation: 'georeferencing',
      target: {
        type: 'SpecificResource',
        source: { id: source, type: 'ImageService2', height: size.height, width: size.width },
        selector: {
          type: 'SvgSelector',
          value: `<svg width="${size.width}" height="${size.height}"><polygon points="${polygon}" /></svg>`,
        },
      },
      body: {
        type: 'FeatureCollection',
        transformation: { type: 'thinPlateSpline' },
        features: points.map(({ pixel, place }) => ({
          type: 'Feature',
          properties: { resourceCoords: pixel },
          geometry: { type: 'Point', coordinates: place },
        })),
      },
    },
    null,
    2,
  )}\n`
}

const CRS =
  '#CRS: PROJCRS["WGS 84 / Pseudo-Mercator",BASEGEOGCRS["WGS 84",DATUM["World Geodetic System 1984",ELLIPSOID["WGS 84",6378137,298.257223563]]],CONVERSION["Popular Visualisation Pseudo-Mercator",METHOD["Popular Visualisation Pseudo Mercator",ID["EPSG",1024]]],CS[Cartesian,2],AXIS["easting (X)",east],AXIS["northing (Y)",north],LENGTHUNIT["metre",1],ID["EPSG",3857]]'

/** The `.points` file of the QGIS georeferencer, in which rows are negative numbers. */
export function qgisPoints(points: readonly ControlPoint[]): string {
  const rows = points.map(({ pixel: [x, y], metres }) =>
    [...metres.map((m) => m.toFixed(3)), x, -y, 1, 0, 0, 0].join(','),
  )
  return `${[CRS, 'mapX,mapY,sourceX,sourceY,enable,dX,dY,residual', ...rows].join('\n')}\n`
}
