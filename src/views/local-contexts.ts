import { localContextsOf } from '#rules/citations/local-contexts.ts'

/** A row of a catalogue record: labels with the community's words, and projects of theirs, whose pages show the labels and their pictures. */
export const contextRow = (of: Parameters<typeof localContextsOf>[0]) => ({
  term: 'Local Contexts',
  values: localContextsOf(of).map((line) =>
    line.startsWith('https://')
      ? { text: 'Project at the Local Contexts Hub', href: line, external: true as const }
      : { text: line, name: line.split(':')[0]! },
  ),
})
