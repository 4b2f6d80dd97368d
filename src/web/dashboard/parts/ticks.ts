/** Round steps that cover the range, at most five of them; `whole`: what is counted has no halves. */
export function computeTicks(min: number, max: number, whole = false): number[] {
  const span = max - min || 1
  const rough = span / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const steps = [1, 2, 2.5, 5, 10, 100].map((one) => one * power).filter((one) => !whole || Number.isInteger(one))
  const step = steps.find((one) => one >= rough) ?? (whole ? 1 : power * 10)
  const first = Math.floor(min / step)
  const last = Math.ceil(max / step)
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step)
}
