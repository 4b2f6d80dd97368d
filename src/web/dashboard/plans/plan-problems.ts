/** What is wrong with the form of a plan, by field: before it is sent, and as the server sees it. Pure. */
import type { FieldViolation } from '#web/api.ts'
import { isAmount } from '#kit/pure/money.ts'
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'
import { toSentence } from '../api-helpers.ts'
import { type PlanForm, toPerks } from './plan-form.ts'

const messages = defineDashboardMessages(
  {
    name: 'Enter a name.',
    noPrice: 'Enter a price above zero. A plan without a price can only be one-time.',
    amount: 'Enter an amount such as 10.00.',
    count: 'Enter a whole number from 1 to 1000.',
    payments: 'Enter a whole number from 0 to 999.',
    trial: 'Enter a whole number of days from 0 to 999.',
    sessions: 'Enter a whole number from 0 to 9999.',
    feeName: 'Enter a name for the fee.',
    feeAmount: 'Enter an amount above zero, such as 10.00.',
    perk: 'Each line can have at most 1400 characters.',
    tooLong: 'A plan can last 10 years at most, with all its payments.',
  },
  {
    de: {
      name: 'Gib einen Namen ein.',
      noPrice: 'Gib einen Preis über null ein. Ohne Preis geht nur ein einmaliger Tarif.',
      amount: 'Gib einen Betrag wie 10,00 ein.',
      count: 'Gib eine ganze Zahl von 1 bis 1000 ein.',
      payments: 'Gib eine ganze Zahl von 0 bis 999 ein.',
      trial: 'Gib eine ganze Zahl von 0 bis 999 Tagen ein.',
      sessions: 'Gib eine ganze Zahl von 0 bis 9999 ein.',
      feeName: 'Gib der Gebühr einen Namen.',
      feeAmount: 'Gib einen Betrag über null ein, etwa 10,00.',
      perk: 'Jede Zeile darf höchstens 1400 Zeichen haben.',
      tooLong: 'Ein Tarif kann mit allen Zahlungen höchstens 10 Jahre dauern.',
    },
  },
)
const text = currentMessages(messages)

type PlainField = 'name' | 'description' | 'perks' | 'price' | 'count' | 'cycles' | 'trial' | 'terms' | 'sessions'
/** Those of a fee carry its place in the list. */
export type PlanProblems = Partial<Record<PlainField | `fee ${number} name` | `fee ${number} amount`, string>>

const isWhole = (value: number, least: number, most: number): boolean => Number.isInteger(value) && value >= least && value <= most
const isZero = (amount: string): boolean => !/[1-9]/.test(amount)

export function planProblems(form: PlanForm): PlanProblems {
  const list: PlanProblems = {}
  const isRecurring = form.kind === 'recurring'
  if (form.name.trim() === '') list.name = text.name
  if (toPerks(form).some((perk) => perk.length > 1400)) list.perks = text.perk
  if (form.price !== '' && !isAmount(form.price)) list.price = text.amount
  else if (isRecurring && isZero(form.price)) list.price = text.noPrice
  if ((isRecurring || !form.endless) && !isWhole(form.count, 1, 1000)) list.count = text.count
  if (isRecurring && !isWhole(form.cycles, 0, 999)) list.cycles = text.payments
  if (isRecurring && !isWhole(form.trial, 0, 999)) list.trial = text.trial
  if (form.covers.length > 0 && !isWhole(form.sessions, 0, 9999)) list.sessions = text.sessions
  form.fees.forEach(({ name, amount }, at) => {
    if (name.trim() === '') list[`fee ${at} name`] = text.feeName
    if (!isAmount(amount) || isZero(amount)) list[`fee ${at} amount`] = text.feeAmount
  })
  return list
}

const fieldPatterns: [RegExp, PlainField][] = [
  [/plan\.name$/, 'name'],
  [/plan\.description$/, 'description'],
  [/plan\.perks/, 'perks'],
  [/plan\.termsAndConditions$/, 'terms'],
  [/freeTrialDays$/, 'trial'],
  [/cycleCount$/, 'cycles'],
  [/cycleDuration|singlePaymentForDuration/, 'count'],
  [/pricing\.price/, 'price'],
  [/benefit\.credits$/, 'sessions'],
]
const ruleMessages: Record<string, string> = {
  PLAN_NAME_BLANK: text.name,
  PLAN_FEE_NAME_BLANK: text.feeName,
  RECURRING_PLAN_PAYMENT_PRICE_MISSING: text.noPrice,
  PERIOD_AMOUNT_OUT_OF_RANGE: text.tooLong,
}
const findField = (field: string): keyof PlanProblems | undefined => {
  const [, at, part] = /feeConfigs\[(\d+)\]\.fee\.(name|amount)$/.exec(field) ?? []
  if (part === 'name' || part === 'amount') return `fee ${Number(at)} ${part}`
  return fieldPatterns.find(([pattern]) => pattern.test(field))?.[1]
}

/** What the server refuses, by field; undefined when one of it belongs to no field of the form. */
export function refusedPlanFields(violations: readonly FieldViolation[]): PlanProblems | undefined {
  const list: PlanProblems = {}
  for (const { field, description, ruleName } of violations) {
    const place = findField(field)
    if (!place) return undefined
    list[place] ??= ruleMessages[ruleName ?? ''] ?? toSentence(description)
  }
  return list
}
