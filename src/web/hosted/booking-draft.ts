/** What a customer typed on the booking page, kept while they sign in or pay elsewhere. */
import type { Draft } from '../kit/draft.ts'

/** What is entered. `moved` is the slot that replaces one that was taken, `held` the booking that an earlier attempt holds, `extras` what was chosen in the form, each with the key of what it belongs to. */
export const emptyDraft = {
  first: '',
  last: '',
  email: '',
  phone: '',
  texts: '',
  address: '',
  people: '',
  pay: '',
  moved: '',
  movedFrom: '',
  held: '',
  heldFor: '',
  extras: '',
  extrasFor: '',
  /** JSON of the answers to the forms, and whether the intake form was sent before. */
  answers: '',
  /** JSON of the coupon that is applied. */
  coupon: '',
  /** The sentence about fees that was agreed to: another one is agreed to anew. */
  agreed: '',
  intakeDone: '',
}
export type BookingDraft = Draft<typeof emptyDraft>
