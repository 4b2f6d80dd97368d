/** Round steps that cover the range, at most five of them. */
export function computeTicks(min: number, max: number): number[] {
  const span = max - min || 1
  const rough = span / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? power * 10
  const first = Math.floor(min / step)
  const last = Math.ceil(max / step)
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step)
}
