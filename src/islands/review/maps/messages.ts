import type { MapStep } from '#stores/review/maps/old-maps.ts'

/** Texts of the page of old maps. */
export const TEXT = {
  legendHeading: 'Over the map of today',
  lead: 'The first of the list is on top. Drag the maps, or use the arrows, to sort them.',
  add: 'Add an Old Map',
  replace: 'Replace the Map',
  replaceHint:
    'Its title, its texts and its place in the legend stay. The map as it is now goes to the trash, and can be brought back here.',
  sameScan: 'Place the Same Scan Again',
  otherScan: 'Another scan or GeoTIFF',
  none: 'There are no old maps yet. Add a scan, and set three or more points on it that can be found on the map of today.',
  file: 'Scan or GeoTIFF',
  fileHint:
    'TIFF, JPEG, PNG or WebP, up to 500 MB and 400 million pixels. A GeoTIFF in EPSG:3857 or 4326 needs no points.',
  uploading: 'The file is being sent and read…',
  placed: 'This GeoTIFF says where it lies: it needs no points.',
  scan: 'Click a point on the scan that still exists: a corner of a street, a church.',
  map: 'Now click the same point on the map.',
  wayFile:
    'Points of QGIS (.points), CSV (longitude, latitude, x, y) or JSON, or a Georeference Annotation, for example of Allmaps.',
  check: 'Check the Placement',
  checking: 'Checking…',
  make: 'Make the Map',
  residuals:
    'Metres between each point and where an even placement of all points puts it. Old maps are drawn by hand, so 5 to 30 metres are usual; a point that is far worse than the others is probably set wrong.',
  title: 'Title',
  year: 'Year',
  yearHint: 'Four digits; leave it empty if it is not known.',
  description: 'Description',
  creditText: 'Credit',
  creditHref: 'Link of the credit',
  legend: 'In the legend of the map',
  baseMap: 'Use as a base map',
  baseMapHint:
    'For aerial imagery of your own: visitors choose it as their ground. It comes before those of Settings, so the first one is what they see at first.',
  legendHint: 'Otherwise visitors see it only by a link that names it.',
} as const

export const doneText = ({ step, map: { title }, place }: MapStep): string =>
  ({
    replaced: `“${title}” is replaced. Visitors see it within a few seconds.`,
    cancelled: `“${title}” was cancelled. Nothing was changed; its scan is in the list, to be placed again or forgotten.`,
    swapped: `“${title}” is as it was before. Its tiles are being made again.`,
    added: `“${title}” is in the archive. Visitors see it within a few seconds.`,
    saved: `“${title}” is saved.`,
    moved: `“${title}” is now number ${place}.`,
    removed: `“${title}” was removed. It is in the list of removed maps below.`,
    restored: `“${title}” is back. Its tiles are being made again.`,
  })[step]

/** 3.4 m, 128 m, 1.2 km. */
export function metres(value: number): string {
  if (value >= 1000) return `${(value / 1000).toFixed(1)} km`
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} m`
}

export const named = ({ title, year }: { title: string; year: number | null }) =>
  [title, year].filter(Boolean).join(' ')
