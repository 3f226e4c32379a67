/** Number of letters to insert, delete, replace or swap with their neighbour (optimal string alignment distance); more than `most`, it is not counted to the end. */
export function editDistance(one: string, other: string, most = Infinity): number {
  let [before, last, row]: number[][] = [[], Array.from({ length: other.length + 1 }, (_, at) => at), []]
  for (let i = 1; i <= one.length; i++) {
    let least = (row![0] = i)
    for (let j = 1; j <= other.length; j++) {
      let edits = Math.min(last![j - 1]! + Number(one[i - 1] !== other[j - 1]), last![j]! + 1, row![j - 1]! + 1)
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      if (isSwap) edits = Math.min(edits, before![j - 2]! + 1)
      row![j] = edits
      least = Math.min(least, edits)
    }
    if (least > most) return least
    ;[before, last, row] = [last, row, before]
  }
  return last![other.length]!
}
