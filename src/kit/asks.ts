/** Questions that the left puts to the right: declared in a domain's asks.ts, answered from public.ts of others, tied in domains.ts. */
import type { Ctx } from './ctx.ts'

/** A question with any number of answers; it is asked of all of them, in the order in which they were tied. */
export function question<Input, Answer>() {
  const known: ((ctx: Ctx, input: Input) => Promise<Answer>)[] = []
  return {
    /** Offers an answer. Called once, at start, by domains.ts. */
    answer: (give: (ctx: Ctx, input: Input) => Promise<Answer>): void => void known.push(give),
    ask: async (ctx: Ctx, input: Input): Promise<Answer[]> => {
      const answers: Answer[] = []
      for (const give of known) answers.push(await give(ctx, input))
      return answers
    },
  }
}
