import type { RecordKind } from '#contract/record.ts'
import type { Preset } from '#rules/import/guess-mapping.ts'
import { LISTS } from '../bundle/lists.ts'
import catalogit from './presets/catalogit.json' with { type: 'json' }
import collectionbuilder from './presets/collectionbuilder.json' with { type: 'json' }
import collectiveaccess from './presets/collectiveaccess.json' with { type: 'json' }
import contentdm from './presets/contentdm.json' with { type: 'json' }
import dublinCore from './presets/dublin-core.json' with { type: 'json' }
import ead from './presets/ead.json' with { type: 'json' }
import gedcom from './presets/gedcom.json' with { type: 'json' }
import iiif from './presets/iiif.json' with { type: 'json' }
import mods from './presets/mods.json' with { type: 'json' }
import oaiPmh from './presets/oai-pmh.json' with { type: 'json' }
import omekaClassic from './presets/omeka-classic.json' with { type: 'json' }
import omekaS from './presets/omeka-s.json' with { type: 'json' }
import pastperfect from './presets/pastperfect.json' with { type: 'json' }

/** Programs whose exports are known by their headings, and formats. A preset is a file of columns: to add one, add a file and name it here. */
const PRESETS = [
  ...[collectionbuilder, omekaClassic, omekaS, contentdm, pastperfect, catalogit, collectiveaccess, dublinCore],
  ...[gedcom.people, gedcom.residences, ead.collections, ead.items, iiif, mods, oaiPmh],
] as readonly Preset[]

/** For `guessMapping`. */
export const GUESSES = { presets: PRESETS, columnsOf: (list: RecordKind) => Object.keys(LISTS[list].columns) }
