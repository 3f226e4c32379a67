import type { TransformationType } from '@allmaps/transform'
import { OverlayRefused } from './overlay-refused.ts'

/** A transformation in a Georeference Annotation. */
interface NamedTransformation {
  type: string
  options?: Record<string, unknown>
}

export const DEFAULT_TRANSFORMATION: TransformationType = 'thinPlateSpline'

const NAMES: Record<string, TransformationType> = {
  straight: 'straight',
  helmert: 'helmert',
  projective: 'projective',
  linear: 'linear',
  thinplatespline: 'thinPlateSpline',
  polynomial: 'polynomial1',
  polynomial1: 'polynomial1',
  polynomial2: 'polynomial2',
  polynomial3: 'polynomial3',
}

/**
 * The transformation in an annotation: `{type, options: {order}}`, or a name in older ones. (@allmaps/transform confuses orders and drops unknown
 * names.) @throws {OverlayRefused} for an unknown one: replacing it would silently misplace the map.
 */
export function readTransformation(value: unknown, name: string): TransformationType {
  if (value === undefined || value === null) return DEFAULT_TRANSFORMATION
  const { type, options } = (typeof value === 'object' ? value : { type: value }) as Partial<NamedTransformation>
  const order = Number(options?.order ?? 1)
  const plain = String(type).toLowerCase().replace(/[-_ ]/g, '')
  const found = NAMES[plain === 'polynomial' ? `polynomial${order}` : plain]
  if (!found)
    throw new OverlayRefused(
      `${name} names the transformation ${String(type)}${options?.order === undefined ? '' : ` of order ${order}`}, which is not known. Choose thin plate spline or polynomial and export it again.`,
    )
  return found
}

export function nameTransformation(type: TransformationType): NamedTransformation {
  const order = /^polynomial([1-3]?)$/.exec(type)?.[1]
  return order === undefined ? { type } : { type: 'polynomial', options: { order: Number(order || 1) } }
}
