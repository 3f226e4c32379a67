import type { TransformationType } from '@allmaps/transform'
import { OverlayRefused } from './refused.ts'

/** As a Georeference Annotation names it. */
export interface NamedTransformation {
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
 * The transformation that an annotation names: `{type, options: {order}}`, or a name alone, as older ones have it. (The function of
 * @allmaps/transform takes every polynomial for one of the first order, and its parser forgets names that it does not know.)
 * @throws {OverlayRefused} for one that is not known: another in its place would lay the map wrongly without a word.
 */
export function readTransformation(given: unknown, name: string): TransformationType {
  if (given === undefined || given === null) return DEFAULT_TRANSFORMATION
  const { type, options } = (typeof given === 'object' ? given : { type: given }) as Partial<NamedTransformation>
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
