/** The newest of these layers that is not later than the year; of two of one year the first. Undated ones are never chosen. */
export function mapOfYear<Layer extends { year: number | null }>(
  layers: readonly Layer[],
  year: number,
): Layer | undefined {
  const dated = layers.filter((each) => each.year !== null && each.year <= year)
  const newest = Math.max(...dated.map((each) => each.year!))
  return dated.find((each) => each.year === newest)
}
