/** Rows with a picture, then the others, each in the order that they had: what `sort=pictures` is in the API. */
export const picturesFirst = <Row>(rows: readonly Row[], isPictured: (row: Row) => boolean): Row[] =>
  rows.toSorted((a, b) => Number(isPictured(b)) - Number(isPictured(a)))
