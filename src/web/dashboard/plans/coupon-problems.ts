/** What is wrong with the form of a coupon, by field: before it is sent, and as the server sees it. Pure. */
import type { FieldViolation } from '#web/api.ts'
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'
import { toSentence } from '../api-helpers.ts'
import { type CouponDraft, isForPlans } from './coupon-draft.ts'

const messages = defineDashboardMessages(
  {
    code: 'Enter a code.',
    taken: 'Another coupon has this code. Choose a different one.',
    percent: 'Enter a percentage above 0 and up to 100.',
    amount: 'Enter an amount above zero, such as 10.00.',
    plan: 'Select a plan.',
    service: 'Select a service.',
    payments: 'Enter a whole number from 1 to 999.',
    uses: 'Enter a whole number from 1, or leave empty for no limit.',
    until: 'The end date must not be before the start date.',
    ended: 'The end date must not be in the past.',
  },
  {
    de: {
      code: 'Gib einen Code ein.',
      taken: 'Diesen Code hat schon ein anderer Gutschein. Wähle einen anderen.',
      percent: 'Gib mehr als 0 und höchstens 100 Prozent ein.',
      amount: 'Gib einen Betrag über null ein, etwa 10,00.',
      plan: 'Wähle einen Tarif.',
      service: 'Wähle ein Angebot.',
      payments: 'Gib eine ganze Zahl von 1 bis 999 ein.',
      uses: 'Gib eine ganze Zahl ab 1 ein oder lass das Feld leer, wenn es keine Grenze gibt.',
      until: 'Das Ende darf nicht vor dem Beginn liegen.',
      ended: 'Das Ende darf nicht in der Vergangenheit liegen.',
    },
  },
)
const text = currentMessages(messages)

export type CouponField = 'code' | 'name' | 'off' | 'plan' | 'service' | 'minimum' | 'payments' | 'limit' | 'each' | 'from' | 'until'
export type CouponProblems = Partial<Record<CouponField, string>>

const isCount = (value: number, most: number): boolean => Number.isInteger(value) && value >= 1 && value <= most

/** `today` is the day of the business; the end of a coupon that was stored already may be over (`before`). */
export function couponProblems(draft: CouponDraft, today: string, before?: CouponDraft): CouponProblems {
  const list: CouponProblems = {}
  const off = Number(draft.off)
  if (draft.code.trim() === '') list.code = text.code
  if (draft.kind === 'percent' && !(off > 0 && off <= 100)) list.off = text.percent
  if (draft.kind === 'amount' && !(off > 0)) list.off = text.amount
  if (draft.of === 'plan' && !draft.plan) list.plan = text.plan
  if (draft.of === 'service' && !draft.service) list.service = text.service
  if (draft.of === 'minimum' && !(Number(draft.minimum) > 0)) list.minimum = text.amount
  if (isForPlans(draft) && draft.lasts === 'first' && !isCount(Number(draft.payments), 999)) list.payments = text.payments
  for (const field of ['limit', 'each'] as const) if (draft[field] !== '' && !isCount(Number(draft[field]), Number.MAX_SAFE_INTEGER)) list[field] = text.uses
  if (draft.until && draft.from && draft.until < draft.from) list.until = text.until
  else if (draft.until && draft.until < today && draft.until !== before?.until) list.until = text.ended
  return list
}

const fields: Readonly<Record<string, CouponField>> = {
  code: 'code',
  name: 'name',
  percentOffRate: 'off',
  moneyOffAmount: 'off',
  minimumSubtotal: 'minimum',
  discountedCycleCount: 'payments',
  usageLimit: 'limit',
  limitPerCustomer: 'each',
  startTime: 'from',
  expirationTime: 'until',
}
const findField = (field: string, { of }: CouponDraft): CouponField | undefined =>
  /specification\.scope/.test(field) ? (of === 'service' ? 'service' : 'plan') : fields[field.split('.').at(-1) ?? '']

/** What the server refuses, by field; undefined when one of it belongs to no field of the form. */
export function refusedCouponFields(violations: readonly FieldViolation[], draft: CouponDraft): CouponProblems | undefined {
  const list: CouponProblems = {}
  for (const { field, description, violatedRule } of violations) {
    const place = findField(field, draft)
    if (!place) return undefined
    const isTaken = place === 'code' && violatedRule === 'VALIDATION'
    list[place] ??= isTaken ? text.taken : place === 'until' ? text.until : toSentence(description)
  }
  return list
}
