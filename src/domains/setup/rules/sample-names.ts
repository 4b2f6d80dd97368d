/** The samples that a site can begin with, and how the command line names them. No I/O. */

export const sampleNames = ['studio', 'practice'] as const
export type SampleName = (typeof sampleNames)[number]

/** No sample has this name. The message is one sentence for the operator. */
export class UnknownSample extends Error {
  override name = 'UnknownSample'
}

const isSampleName = (text: string): text is SampleName => (sampleNames as readonly string[]).includes(text)

/** What a request asks for: `true` is the studio. */
export const toSampleName = (sample: boolean | SampleName | undefined): SampleName | undefined => (sample === true ? 'studio' : sample || undefined)

/** The sample among the arguments: `--sample`, `--sample=practice`. Throws UnknownSample. */
export function readSampleName(args: readonly string[]): SampleName | undefined {
  const option = args.findLast((arg) => /^--sample(=|$)/.test(arg))
  if (option === undefined) return undefined
  const name = option.includes('=') ? option.slice('--sample='.length) : 'studio'
  if (isSampleName(name)) return name
  throw new UnknownSample(`There is no sample "${name}". Choose one: ${sampleNames.map((known) => `--sample=${known}`).join(', ')}.`)
}
