import { useStore } from '@nanostores/react'
import { useMapStores } from './stores-context.ts'
import { problemText } from './words.ts'

/** Says of a layer that is shown that it does not come. */
export function LayerProblemLine({ id, name }: { id: string; name: string }) {
  const problem = useStore(useMapStores().$problems)[id]
  return problem ? <p className="layer-problem">{problemText(name, problem)}</p> : null
}
