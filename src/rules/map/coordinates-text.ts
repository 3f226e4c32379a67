/** Latitude first: 44.2, -76.5 or 44.2° N 76.5° W; in addresses of maps #map=15/44.2/-76.5 (OpenStreetMap), @44.2,-76.5,15z (Google). */
const FORMS = [
  /^(?<latitude>[-+]?\d+(?:[.,]\d+)?) ?(?<south>[NS])?(?:[,;] ?| )(?<longitude>[-+]?\d+(?:[.,]\d+)?) ?(?<west>[EW])?$/i,
  /#map=(?<zoom>[\d.]+)\/(?<latitude>-?[\d.]+)\/(?<longitude>-?[\d.]+)/,
  /@(?<latitude>-?[\d.]+),(?<longitude>-?[\d.]+)(?:,(?<zoom>[\d.]+)z)?/,
]
const degrees = (text: string, direction = '') => Number(text.replace(',', '.')) * (/[SW]/i.test(direction) ? -1 : 1)

/** Reads typed coordinates (EPSG:4326), or the address of a map, which may have a zoom level; undefined for other texts. */
export function readCoordinates(text: string) {
  const words = text.replace(/[\s°]+/g, ' ').trim()
  const found = FORMS.map((form) => form.exec(words)?.groups).find((groups) => groups !== undefined)
  if (!found) return undefined
  const latitude = degrees(found.latitude!, found.south)
  const longitude = degrees(found.longitude!, found.west)
  const zoom = Math.round(Number(found.zoom))
  if (!(Math.abs(latitude) <= 85 && Math.abs(longitude) <= 180)) return undefined
  return { latitude, longitude, ...(zoom >= 2 && zoom <= 19 && { zoom }) }
}
