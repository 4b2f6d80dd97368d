/** The runs of a line between its gaps. Pure. */
interface Point {
  at: number
  value: number
}

/** Figures that follow one another, with their places; null ends a run. */
export function splitAtGaps(values: readonly (number | null)[]): Point[][] {
  const runs: Point[][] = [[]]
  values.forEach((value, at) => {
    if (value === null) runs.push([])
    else runs.at(-1)?.push({ at, value })
  })
  return runs.filter((run) => run.length > 0)
}
