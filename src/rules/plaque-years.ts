const YEAR = /(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)/

/** The year of which a plaque tells: the first one in its name, else in its text. */
export function plaqueYear({ name, text }: { name: string; text: string }): number | null {
  const year = (YEAR.exec(name) ?? YEAR.exec(text))?.[1]
  return year === undefined ? null : Number(year)
}
