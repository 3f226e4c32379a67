import autocannon from 'autocannon'

/** Answers a second to these requests, again and again over four connections; another status than `expected` ends the bench. */
export async function cannon(
  base: string,
  requests: autocannon.Request[],
  { seconds, expected = 200 }: { seconds: number; expected?: number },
): Promise<number> {
  const result = await autocannon({ url: base, requests, connections: 4, duration: seconds, workers: 1 })
  const others = Object.keys(result.statusCodeStats).filter((code) => code !== String(expected))
  if (others.length > 0) throw new Error(`Answered ${others.join(', ')} where ${expected} was expected.`)
  return result.requests.average
}
