/** A question that a domain puts to those right of it: declared in its `hooks.ts`, answered in the `index.ts` of others. */
import type { BaseContext, TransactionContext } from './context.ts'

type HookHandler<Input, Reply, Context> = (ctx: Context, input: Input) => Promise<Reply>

/** Handlers run in the caller's context, mostly its transaction. */
export interface Hook<Input, Reply, Context> {
  register(handler: HookHandler<Input, Reply, Context>): void
  /** Calls every handler, one after the other. */
  call(ctx: Context, input: Input): Promise<Reply[]>
}

/**
 * A hook with any number of handlers. They are called in the order of the domains; with `dependentsFirst` in the opposite order, so that what was
 * built on something ends before it.
 */
export function hook<Input, Reply, Context extends BaseContext = TransactionContext>({ dependentsFirst = false } = {}): Hook<Input, Reply, Context> {
  const handlers: HookHandler<Input, Reply, Context>[] = []
  return {
    register: (handler) => void (dependentsFirst ? handlers.unshift(handler) : handlers.push(handler)),
    call: async (ctx, input) => {
      const replies: Reply[] = []
      for (const handler of handlers) replies.push(await handler(ctx, input))
      return replies
    },
  }
}

export interface HookRegistration {
  register(): void
}

/** A handler bound to its hook: an entry of `Domain.hooks`. */
export const bindHook = <Input, Reply, Context>(target: Hook<Input, Reply, Context>, handler: HookHandler<Input, Reply, Context>): HookRegistration => ({
  register: () => target.register(handler),
})
