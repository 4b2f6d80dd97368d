/** A question or an announcement that a domain puts to those right of it: declared in its `hooks.ts`, handled in the `index.ts` of others. */
import type { Ctx } from './context.ts'

type HookHandler<Input, Reply> = (ctx: Ctx, input: Input) => Promise<Reply>

export interface Hook<Input, Reply> {
  register(handler: HookHandler<Input, Reply>): void
  /** Calls every handler, one after the other. */
  call(ctx: Ctx, input: Input): Promise<Reply[]>
}

/**
 * A hook with any number of handlers. They are called in the order of the domains; with `dependentsFirst` in the opposite order, so that what was
 * built on something ends before it.
 */
export function hook<Input, Reply>({ dependentsFirst = false } = {}): Hook<Input, Reply> {
  const handlers: HookHandler<Input, Reply>[] = []
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
export const bindHook = <Input, Reply>(target: Hook<Input, Reply>, handler: HookHandler<Input, Reply>): HookRegistration => ({
  register: () => target.register(handler),
})
