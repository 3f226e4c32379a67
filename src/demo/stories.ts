import { type Person, shortName } from './people.ts'
import { yearOf } from './dates.ts'
import type { BrannockBay } from './town.ts'
import { landmarkOf } from './zones.ts'

export interface DemoStory {
  id: number
  title: string
  lead: string
  text: string
  visibility: 'published'
}

/** Three stories of the town, with lines that show its records. Throws if one is missing, so that no story names what is not there. */
export function townStories(town: BrannockBay): DemoStory[] {
  const item = (title: string, year: number, caption = '') => {
    const found = town.items.find(
      (each) =>
        each.title.startsWith(title) && each.visibility === 'published' && each.date && yearOf(each.date) === year,
    )
    if (!found) throw new Error(`The demo has no item "${title}" of ${year}.`)
    return line('item', found.id, caption)
  }
  const person = (name: string, born: number, caption = '') => {
    const isNamed = (each: Person) => shortName(each) === name && yearOf(each.born) === born
    const found = town.people.find(isNamed)
    if (!found) throw new Error(`The demo has no ${name}, born in ${born}.`)
    return line('person', found.id, caption)
  }
  const place = (key: string, year: number, caption = '') =>
    line('place', `${landmarkOf(town.zones, key).pk} ${year}`, caption)
  const map = (id: string, caption: string) => line('map', id, caption)

  const fire = `On the evening of Friday, 9 October 1896, the men of the night shift at Harkness & Sons were cleaning the smutter, the machine that beats the dust out of wheat. Dust was all over the room. At about nine somebody set down a lantern, or somebody lit a pipe, or a bearing ran dry; the inquest heard all three, and believed none of them for longer than a day.

${place('mill', 1896, 'The mill on the evening of the fire')}

The mill was of timber then, four floors of it, with fifty years of flour in the cracks. It had begun as a saw mill in 1836, when Alexander Harkness closed the river with a crib dam of tamarack. He had built it for wages, and he took it for debt.

${item('The first dam', 1836)}
${map('town-1856', 'The town of 1856: the mill stands where the river bends, and nothing much stands near it')}

## The bell

The Volunteer Fire Brigade had a steamer, a hook and ladder, and a bell that had been given by a man who sold bells. The fire hall on Main Street is five blocks from the mill. The horses were out with the butcher's cart, so the steamer was drawn by hand, downhill, by men who had not thought about how they would stop it.

${place('fire-hall', 1896, 'The engine house')}
${person('Patrick Doyle', 1851, 'Butcher and fire captain')}

They got water on the roof by ten. By then there was not much roof. By eleven the light was so strong that the photographer, who had come to see whether his own shop was safe, opened his shutter on it without any other lamp.

${item('The mill on fire', 1896, 'The exposure was the fire’s own')}

Sparks went over the whole town and came down on the French church, where women with wet blankets put them out one by one. Upriver of the wind, the Methodists opened their basement. By morning four hundred people had been fed there, and the two congregations had spoken to each other, which the Advertiser thought worth a line of its own.

${place('wesley', 1896, 'Four hundred breakfasts')}

## Who slept

Two cottages on the north bank burned with the mill and were not built again. John Whalen, the second miller, was out of one of them by half past nine, with Julia, the children and the clock.

${place('cottage-2', 1891, 'Mill Cottage No. 2: the Whalens, as the census of 1891 counted them')}

Nobody died. Of all that was told about that night, one thing was told most often: that Angus Harkness, whose father had built the mill, slept through it. He had worked at the foundry since he fell out with the family, and he lived on the other side of town, and he always said that he had heard the bell and thought that it was Sunday.

${person('Angus Harkness', 1842)}
${place('142 Concession Line', 1891, 'Where the census found him five years before')}
${item('Workers, Huron Foundry', 1894, 'Angus Harkness two years before, with the lunch pail')}

## Eleven months

The company had insured the building and not the wheat. The walls that rose in the spring were of stone from the bed of the river, which cost nothing but backs. On 6 September 1897 the rollers turned, with the same name over the door.

${item('The mill grinds again', 1897)}
${item('The Shore Advertiser, 2 September 1897', 1897, '“Flour by Michaelmas, says Mr. Harkness”')}

The new mill never burned. It was sold to its own farmers in 1934, and it stood, decorated each first of July, for as long as there was anybody to climb up and do it. It is still argued over whose pipe it was. What else is recorded of that year is on [a page of its own](/years/1896/), and [the map of 1895](/?year=1895) has the cottages still.

${item('Brannock Mills (Harkness Mill)', 1961, 'Some sixty years later')}`

  const railway = `Every town on this shore was promised a railway. Brannock Bay was promised four: one by a lawyer, one by a bishop, one by a man who was later found to own no trains, and one by the Grand Trunk, which came.

${map('town-1856', 'Twenty years before: the street of the station is still East Street, and the fields begin behind it')}
${place('foundry', 1875, 'The foundry, in the last year of East Street')}

It came on 1 July 1876. There were two bands, three speeches and, as it turned out, no return train: the engine had to be turned by hand, on a table that had been built for a shorter engine.

${item('Opening of the railway', 1876)}
${item('The Shore Advertiser, 6 July 1876', 1876, '“The Iron Horse At Last.” Forty minutes late, and forgiven')}
${place('station', 1876, 'The station in its first summer')}

## Two a day

For eighty years the branch had two trains a day, and three on excursion Saturdays. They took away fish, flour, barrels and sons. They brought coal, summer visitors and the Toronto papers, which were a day old and were read as if they were not.

${item('Station staff', 1892, 'The staff, on the day the pay went up')}

A directory of that time names who lived by it: choose [1884](/years/1884/), or [look at the map of it](/?year=1884).

To see the evening train come in was free, and for a long time it was the only thing in town that was. More people came to look at it than to ride in it.

${item('Train time', 1917, 'The evening mixed, June 1917')}

On 17 August 1914 forty-one men left from the platform with the Citizens' Band and a very long whistle. The agent kept the list. He crossed names off it for four years, and then he put it into the safe, and the next agent found it there.

${item('First contingent leaves', 1914)}

The clock on the platform kept railway time, which was not that of the churches. For some years whoever made an appointment had to say whose time was meant. Then the churches gave in, one after the other, and the Methodists last. Nobody ever passed a by-law about it. There is a whole drawer of letters to the agent, on trunks that went to Goderich, on a crate of hens, on the goat; he answered all of them, and apologised in none.

${person('Mary Rennie', 1862, 'Of the station staff in the winter of 1892')}

## A handkerchief

After the second war came the highway, and after the highway came the bus. The railway counted the passengers for a year and put up a notice. The Beacon printed it with one piece of advice of its own.

${item('The Brannock Bay Beacon, 29 April 1955', 1955, '“Bring a handkerchief, says the agent”')}
${item('The last passenger train', 1955)}

On 30 April 1955 the agent punched souvenir tickets until his hand cramped. Somebody filmed it: the agent, the crowd, and the smoke afterwards, for as long as there was any.

${item('The last train, 30 April 1955', 1955)}

Freight went on for a while, because nobody had told it to stop. The rails were lifted in nine days of August 1989, from the yard eastward, by a machine that the children followed as far as they were allowed.

${item('The rails are lifted', 1989)}

The station stayed. Two years later forty volunteers carried one filing cabinet and several thousand photographs into the waiting room, and that is where this archive is kept.

${place('station', 1991, 'The Society moves in')}`

  const family = `Alexander Harkness was a millwright from Roxburghshire who could read water. He came up the shore in the autumn of 1835 or the spring of 1836, with Margaret Treloar, his wife of five years, and he saw a river that fell eleven feet in half a mile with nobody using it.

${person('Alexander Harkness', 1804, 'A millwright, and then a miller')}
${person('Margaret Harkness', 1809, 'She took a deed in her own name in 1842')}
${item('Sketch plan of the mill privilege', 1838, 'North is to the left; everything else is as he said')}

He had five children whose names we know, and in thirty years he bought twelve lots, one with every good harvest. Margaret had six of her own. The mill he did not buy. He had built it for wages, the wages were not paid, and one morning it was his.

${place('46 Church Street', 1851, 'The household in the first census')}
${place('mill', 1858, 'The mill in the year that it changed its name')}

## What they left

Families like this one are known by what nobody threw away. There is a chair that walks. There is a Bible in which the page of deaths was started upside down, so that it reads as if they had all come back.

${item('Rocking chair, Harkness family', 1858, 'The left runner is longer')}
${item('Family Bible, with births', 1860)}

Whoever looks through a family's papers learns what it counted. The Harknesses counted bushels, inches of water over the dam, and who had been at church. Weddings are noted with the weather. Of Margaret's own hand there is nothing but a list of seeds and her name under a deed, written larger than her husband's. She took the lot on Wellington Street in 1842, when few women on this shore had land to sign for, and she did not sell it. The census found the sons under a roof each in [1871](/years/1871/); [the map of that year](/?year=1871) shows where.

${map('town-1856', 'The town as they knew it; the river is at the top, and the mill at the bend')}

There was a schooner, too. She was called after Margaret, who never once set foot on her.

${item('Schooner Margaret Harkness', 1873, 'Loading grain')}

## Sons

Alexander died in 1869 and his will was read in July. It gave the lots to the sons in the order in which they had pleased him. Duncan had the mill, and with it the house on Mill Road in which the family had been photographed two years before, all of them looking at something behind the camera.

${person('Duncan Harkness', 1832)}
${item('The Harkness family', 1867, 'Duncan and Jessie with the children; named by a granddaughter in 1979')}

Hugh had land and went to sea on it: he mortgaged a farm for a cargo of grain, sold it at Oswego, and brought back salt, glass and one elephant's tooth.

${person('Hugh Harkness', 1837)}
${item('The Harkness family', 1892, 'Hugh and Agnes twenty-five years later: in order of age, then of temper')}

Jessie had been a Calder, and her brothers built boats. The two families met at weddings and looked each other over.

${item('Wedding of Archibald Calder and Janet Harkness', 1891)}

## The end of the flour

The mill burned in 1896 and was built again. What ended it was not fire. Wheat came from the west, and flour came with it. In 1932 Ewan, who had ground it all his life, sold the farm on the first concession. Two years later the receiver offered the mill, and two hundred and twelve farmers bought one share each.

${item('Deed: Harkness to Macquarrie', 1932, 'The dower is barred in a different ink')}
${item('The farmers buy the mill', 1934)}

The papers came to the Society from the Misses Harkness, half of them in 1948 and half in 1971, when they had read them.`

  return [
    [
      'The night the mill burned',
      'A lantern, a bell, and four hundred breakfasts: the fire of 9 October 1896, and what was told about it afterwards.',
      fire,
    ],
    [
      'Two bands and no return train',
      'The railway reached Brannock Bay in 1876, left it in 1955, and is still the place where everybody meets.',
      railway,
    ],
    [
      'A family that could read water',
      'The Harknesses came to build one mill for somebody else, and had it for three generations. This is what they kept.',
      family,
    ],
  ].map(([title, lead, text], at) => ({ id: at + 1, title: title!, lead: lead!, text: text!, visibility: 'published' }))
}

const line = (kind: string, what: number | string, caption: string) =>
  `::${kind} ${what}${caption ? ` | ${caption}` : ''}`
