import * as v from 'valibot'
import { locationFeature } from '#contract/location.ts'
import * as org from '#contract/organization.ts'

const square = (at: number) => [
  [at, 43],
  [at + 0.001, 43],
  [at + 0.001, 43.001],
  [at, 43.001],
  [at, 43],
]

export const location = (pk: number, more: object = {}, at: number | null = -81) =>
  v.parse(locationFeature, {
    type: 'Feature',
    geometry: at === null ? null : { type: 'Polygon', coordinates: [square(at)] },
    properties: { pk, name: '', address: '', altnames: [], ...more },
  })
export const organization = (id: number, name: string, altname: string[] = []) =>
  v.parse(org.organization, { id, name, altname })
export const organizationLocation = (organization: number, location: number) =>
  v.parse(org.organizationLocation, { organization, location })
