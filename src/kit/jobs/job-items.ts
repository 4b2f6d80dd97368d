/** Work on many things that goes on in the background: item by item, each in a transaction of its own. */
import { toItemError } from '../api/bulk.ts'
import type { OwnTransactionContext, TransactionContext } from '../api/context.ts'

export type ItemError = ReturnType<typeof toItemError>
export interface JobItems<Item> {
  /** The next ones, in their order. */
  items: readonly Item[]
  run(ctx: TransactionContext, item: Item): Promise<unknown>
  /** Saves what came of an item, without an error that it is done; false when another runner did so before. */
  settle(ctx: TransactionContext, item: Item, error: ItemError | undefined): Promise<boolean>
}

/** Another runner settled the item meanwhile: this transaction is rolled back. */
class AlreadySettled extends Error {}

/**
 * Runs the items one after the other. The transaction of each also saves its result: a crash neither loses nor repeats one, and two runners do nothing twice.
 * A refusal is the result of its item; anything else is a bug, is thrown, and ends the run.
 */
export async function runJobItems<Item>(ctx: OwnTransactionContext, { items, run, settle }: JobItems<Item>): Promise<void> {
  for (const item of items)
    try {
      await ctx.transaction(async (inner) => {
        await run(inner, item)
        if (!(await settle(inner, item, undefined))) throw new AlreadySettled()
      })
    } catch (error) {
      if (error instanceof AlreadySettled) continue
      const failure = toItemError(error)
      await ctx.transaction((inner) => settle(inner, item, failure))
    }
}
