/** Hooks of forms: what uses a form is known by domains to the right. They register in their `index.ts`. */
import type { ReadContext } from '#kit/api/context.ts'
import { hook } from '#kit/api/hooks.ts'

export interface FormUse {
  kind: 'SERVICE' | 'POLICY'
  id: string
  name: string
}
/** Form id → what uses it. */
export const listFormUses = hook<void, ReadonlyMap<string, readonly FormUse[]>, ReadContext>()

/** A form is about to be deleted: services go back to the default form, policies ask for no intake form. */
export const onFormDeleted = hook<{ formId: string }, void>()
