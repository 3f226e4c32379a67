import { type Collection, arrangeCollections } from './collections.ts'
import type { Residence } from './enumerator.ts'
import { raiseFamilies } from './families.ts'
import { type Item, catalogueItems } from './items/catalogue.ts'
import type { Town } from './items/draft.ts'
import { employ, settleOrganizations } from './organizations.ts'
import { conveyLots } from './ownership.ts'
import { giveYears } from './place-years.ts'
import { createRandom } from './random.ts'
import { countHeads } from './residents.ts'
import { type Subject, subjectTree } from './subjects.ts'
import { layOutZones } from './zones.ts'

export const SEED = 'Brannock Bay, 1835'

export interface BrannockBay extends Town {
  subjects: Subject[]
  collections: Collection[]
  items: Item[]
  residences: Residence[]
}

/** The whole town from one seed: the same town every time. */
export function foundTown(seed: string = SEED): BrannockBay {
  const random = createRandom(seed)
  const zones = layOutZones(random.fork('zones'))
  const people = raiseFamilies(random.fork('families'))
  const organizations = settleOrganizations(random.fork('premises'), zones)
  const employments = employ(random.fork('work'), people, organizations)
  const ownerships = conveyLots(random.fork('deeds'), people, zones)
  const town: Town = { zones, people, organizations, employments, ownerships }
  const items = catalogueItems(town, random.fork('items'))
  const dated = { ...town, ...giveYears(random.fork('years'), { ...town, items }) }
  const { residences, strangers } = countHeads(random.fork('census'), dated)
  return {
    ...dated,
    people: [...people, ...strangers],
    residences,
    subjects: subjectTree(),
    collections: arrangeCollections(),
    items,
  }
}
