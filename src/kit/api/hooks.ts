/** Questions that the left puts to the right: declared in a domain's asks.ts, answered from public.ts of others, tied in domains.ts. */
import type { Ctx } from './context.ts'

/** A question with any number of answers; it is asked of all of them, in the order in which they were tied. */
export function hook<Input, Reply>() {
  const handlers: ((ctx: Ctx, input: Input) => Promise<Reply>)[] = []
  return {
    /** Offers an answer. Called once, at start, by domains.ts. */
    register: (handler: (ctx: Ctx, input: Input) => Promise<Reply>): void => void handlers.push(handler),
    call: async (ctx: Ctx, input: Input): Promise<Reply[]> => {
      const replies: Reply[] = []
      for (const handler of handlers) replies.push(await handler(ctx, input))
      return replies
    },
  }
}
