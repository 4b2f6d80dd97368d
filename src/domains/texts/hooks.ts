/** Hooks of texts: what a text is about is known by domains to the right. They register in their `index.ts`. */
import type { ReadContext } from '#kit/api/context.ts'
import { hook } from '#kit/api/hooks.ts'
import type { Temporal } from 'temporal-polyfill'
import type { TextTemplate } from './rules/templates.ts'

/** A text that waited, before it is sent: whether what it says is still so. */
export interface WaitingText {
  template: TextTemplate
  subjectId: string
  /** The start of what it is about, or the end of what it offers. */
  startsAt: Temporal.Instant
}
export const isTextStillTrue = hook<WaitingText, boolean, ReadContext>()
