/** Whether a reply keeps to its schema: always asked in tests, of some replies in production. */
import type { Validator } from 'typebox/compile'
import type { UnitOfWorkDeps } from '../jobs/unit-of-work.ts'

/** The first replies of an operation are checked in production too, and then one of a hundred: reading a reply back costs as much as writing it. */
export function createReplySampler(): () => boolean {
  let replies = 0
  return () => replies++ < 10 || replies % 100 === 0
}

/** What of a reply breaks its schema, by field and without its values; undefined when nothing does. */
function findReplyMismatch(validator: Validator, text: string): string | undefined {
  const reply = JSON.parse(text) as unknown
  if (validator.Check(reply)) return undefined
  const [...errors] = validator.Errors(reply)
  return errors
    .slice(0, 3)
    .map(({ instancePath, message }) => `${instancePath || '/'} ${message}`)
    .join('; ')
}

/** In tests a reply that breaks its own schema fails the request. */
export function assertReplyMatches(call: string, validator: Validator, text: string): void {
  const mismatch = findReplyMismatch(validator, text)
  if (mismatch) throw new Error(`the reply of ${call} breaks its schema: ${mismatch}`)
}

/** In tests a reply that was written by hand and that its schema would have written otherwise fails the request. */
export function assertWrittenBySchema(call: string, serialize: (reply: unknown) => string, text: string): void {
  if (serialize(JSON.parse(text)) !== text) throw new Error(`the reply of ${call} is not written as its schema has it`)
}

/** In production the caller gets the reply as it is, and the breach is logged. */
export function reportMismatch(deps: Pick<UnitOfWorkDeps, 'report'>, call: string, validator: Validator, text: string): void {
  const mismatch = findReplyMismatch(validator, text)
  if (mismatch) deps.report(`the reply of ${call} breaks its schema`, new Error(mismatch))
}
