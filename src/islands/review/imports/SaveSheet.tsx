import { useState, type ReactNode } from 'react'
import { problemText } from '#stores/auth/form-failure.ts'
import { saveBlob } from '../../behaviours/save-file.ts'
import { Button } from '../../widgets/Button.tsx'
import { FormError } from '../../widgets/FormError.tsx'
import type { ImportParts } from './ImportPage.tsx'

interface Props {
  parts: ImportParts
  id: number
  what: 'problems' | 'cells'
  children: ReactNode
}

/** Saves a spreadsheet of the import: a link would send no token. */
export function SaveSheet({ parts: { client, withSession, session }, id, what, children }: Props) {
  const [problem, setProblem] = useState<string>()
  async function save() {
    setProblem(undefined)
    try {
      // It renews the token.
      await withSession(() => client.call('import', { path: { id } }))
      const headers = { authorization: `JWT ${session.access()}` }
      const answer = await fetch(client.address('importFile', { path: { id }, query: { what } }), { headers })
      if (!answer.ok) throw new Error(String(answer.status))
      const ending = /csv/.test(answer.headers.get('content-type') ?? '') ? 'csv' : 'xlsx'
      saveBlob(await answer.blob(), `${what}.${ending}`)
    } catch (reason) {
      setProblem(problemText(reason))
    }
  }
  return (
    <div>
      <Button onClick={() => void save()}>{children}</Button>
      <FormError text={problem} />
    </div>
  )
}
