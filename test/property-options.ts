/** How often a property is tried with random values and from which seed: a few times with `npm test`, for long in the soak. */
type Environment = Readonly<Record<string, string | undefined>>
interface Runs {
  /** How many when nothing else is asked for. */
  short: number
  /** As many are enough, however many are asked for. */
  most?: number
  /** The variable that asks for more. */
  variable?: 'PROPERTY_RUNS' | 'MODEL_RUNS'
}

/** RANDOM_SEED repeats the values of an earlier run. A short run that fails says so at once; a long one looks for the smallest values that fail. */
export function propertyOptions(
  { short, most = Number.POSITIVE_INFINITY, variable = 'PROPERTY_RUNS' }: Runs,
  environment: Environment = process.env,
): { numRuns: number; endOnFailure: boolean; seed?: number } {
  const numRuns = Math.min(most, Number(environment[variable] ?? short))
  const seed = environment.RANDOM_SEED
  return { numRuns, endOnFailure: numRuns < 50, ...(seed !== undefined && seed !== '' ? { seed: Number(seed) } : {}) }
}
