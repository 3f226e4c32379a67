import { createRequire } from 'node:module'

/** The folder of what the reading machine knows of a language; undefined where it is not installed (package.json, optionalDependencies). */
export function ocrData(language: 'eng' | 'fra'): string | undefined {
  try {
    const { resolve } = createRequire(import.meta.url)
    resolve('tesseract.js')
    return resolve(`@tesseract.js-data/${language}/package.json`).replace(/package\.json$/, '4.0.0_best_int')
  } catch {
    return undefined
  }
}
