/** What a plan is, what of it may be changed, and what is wrong with it. Source: guide pricing-plans §3. */
import { isGuid } from '#kit/pure/guid.ts'
import { currencyDigits, countDecimals, isAmount } from '#kit/pure/money.ts'

export const durationUnits = ['DAY', 'WEEK', 'MONTH', 'YEAR'] as const
export type DurationUnit = (typeof durationUnits)[number]
export interface Duration {
  count: number
  unit: DurationUnit
}
export interface Fee {
  fee: { name: string; amount: string }
  appliedAt: 'FIRST_PAYMENT'
}

/** Price and model exactly as the owner typed them. */
export interface Pricing {
  subscription?: { cycleDuration: Duration; cycleCount: number }
  singlePaymentForDuration?: Duration
  singlePaymentUnlimited?: true
  price: { value: string; currency: string }
  freeTrialDays?: number
  feeConfigs?: Fee[]
}

/** What the owner decides about a plan. */
export interface PlanFields {
  name: string
  description: string
  perks: string[]
  pricing: Pricing
  public: boolean
  maxPurchasesPerBuyer: number
  allowFutureStartDate: boolean
  buyerCanCancel: boolean
  termsAndConditions: string
  formId?: string | undefined
  clientData: Record<string, string>
}

/** The same before it is checked: as it came over the wire, merged with what is stored. */
export type PlanInput = Record<string, unknown>

export interface PlanProblem {
  field: string
  description: string
  violatedRule: 'FORMAT' | 'MIN' | 'MAX' | 'MIN_LENGTH' | 'MAX_LENGTH' | 'MIN_SIZE' | 'MAX_SIZE' | 'REQUIRED_FIELD' | 'VALIDATION' | 'OTHER'
  ruleName?: string
  data?: Record<string, unknown>
}

const ownerFields = [
  'name',
  'description',
  'perks',
  'pricing',
  'public',
  'maxPurchasesPerBuyer',
  'allowFutureStartDate',
  'buyerCanCancel',
  'termsAndConditions',
  'formId',
  'clientData',
] as const
const models = ['subscription', 'singlePaymentForDuration', 'singlePaymentUnlimited'] as const
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const hasModel = (pricing: unknown): boolean =>
  isRecord(pricing) && models.some((model) => pricing[model] !== undefined && pricing[model] !== null && pricing[model] !== false)

/** A new plan: read-only fields of the input are ignored. */
export const toNewPlanInput = (sent: PlanInput): PlanInput =>
  Object.fromEntries(ownerFields.filter((key) => sent[key] !== undefined).map((key) => [key, sent[key]]))

/** Without a mask every field that was sent changes; a pricing without a model is merged into the stored one (3.4). */
export function mergePlanInput(stored: PlanInput, sent: PlanInput): PlanInput {
  const input: PlanInput = { ...stored, ...toNewPlanInput(sent) }
  if (isRecord(sent['pricing']) && !hasModel(sent['pricing'])) input['pricing'] = { ...(stored['pricing'] as object), ...sent['pricing'] }
  return input
}

/** With a mask only the named paths change; a named path that was not sent is cleared. */
export function mergeMaskedPlanInput(stored: PlanInput, sent: PlanInput, mask: readonly string[]): PlanInput {
  const input = structuredClone(stored)
  for (const path of mask) {
    const steps = path
      .replace(/^plan\./, '')
      .replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
      .split('.')
    if (!(ownerFields as readonly string[]).includes(steps[0] ?? '')) continue
    const value = steps.reduce<unknown>((at, step) => (isRecord(at) ? at[step] : undefined), sent)
    let at = input
    for (const step of steps.slice(0, -1)) {
      if (!isRecord(at[step])) at[step] = {}
      at = at[step] as PlanInput
    }
    const last = steps.at(-1) as string
    if (value === undefined || value === null) delete at[last]
    else at[last] = value
  }
  return input
}

export interface PlanLimits {
  currency: string
  minRecurringCycleDays: number
  /** Shortest plan of one payment for a duration. */
  minSinglePaymentDays: number
  during: 'create' | 'update'
}

const ownRule = (field: string, ruleName: string, description: string): PlanProblem => ({ field, description, violatedRule: 'OTHER', ruleName })
const tenYearsInDays = 3653
const toDays = ({ count, unit }: Duration): number => count * { DAY: 1, WEEK: 7, MONTH: 30, YEAR: 365 }[unit]
const moreThanTenYears = ({ count, unit }: Duration, times: number): boolean =>
  unit === 'MONTH' ? count * times > 120 : unit === 'YEAR' ? count * times > 10 : toDays({ count, unit }) * times > tenYearsInDays

/** Collects all problems of an input; one without problems is a plan. */
export function checkPlan(input: PlanInput, limits: PlanLimits): { plan: PlanFields; problems: PlanProblem[] } {
  const problems: PlanProblem[] = []
  const text = (key: string, max: number): string => {
    const value = typeof input[key] === 'string' ? input[key] : ''
    if (value.length > max)
      problems.push({ field: `plan.${key}`, description: `must have at most ${max} characters`, violatedRule: 'MAX_LENGTH', data: { threshold: max } })
    return value
  }
  const name = text('name', 50).trim()
  if (name === '') problems.push(ownRule('plan.name', 'PLAN_NAME_BLANK', 'must not be blank'))
  const maxPurchases = typeof input['maxPurchasesPerBuyer'] === 'number' ? input['maxPurchasesPerBuyer'] : 0
  if (maxPurchases > 1) problems.push({ field: 'plan.maxPurchasesPerBuyer', description: 'must be at most 1', violatedRule: 'MAX', data: { threshold: 1 } })
  if (maxPurchases < 0) problems.push({ field: 'plan.maxPurchasesPerBuyer', description: 'must be at least 0', violatedRule: 'MIN', data: { threshold: 0 } })
  const formId = typeof input['formId'] === 'string' && input['formId'] !== '' ? input['formId'] : undefined
  if (formId && !isGuid(formId)) problems.push({ field: 'plan.formId', description: 'must be a GUID', violatedRule: 'FORMAT', data: { type: 'GUID' } })
  const plan: PlanFields = {
    name,
    description: text('description', 450),
    perks: checkPerks(input['perks'], problems),
    pricing: checkPricing(input['pricing'], limits, problems),
    public: input['public'] !== false,
    maxPurchasesPerBuyer: maxPurchases,
    allowFutureStartDate: input['allowFutureStartDate'] === true,
    buyerCanCancel: input['buyerCanCancel'] === true,
    termsAndConditions: text('termsAndConditions', 3000),
    formId,
    clientData: checkClientData(input['clientData'], problems),
  }
  return { plan, problems }
}

function checkPerks(perks: unknown, problems: PlanProblem[]): string[] {
  const values = isRecord(perks) && Array.isArray(perks['values']) ? (perks['values'] as unknown[]) : []
  if (values.length > 500)
    problems.push({ field: 'plan.perks.values', description: 'must have at most 500 entries', violatedRule: 'MAX_SIZE', data: { threshold: 500 } })
  values.forEach((value, i) => {
    if (typeof value !== 'string' || value.length < 1)
      problems.push({ field: `plan.perks.values[${i}]`, description: 'must have at least 1 characters', violatedRule: 'MIN_LENGTH', data: { threshold: 1 } })
    else if (value.length > 1400)
      problems.push({
        field: `plan.perks.values[${i}]`,
        description: 'must have at most 1400 characters',
        violatedRule: 'MAX_LENGTH',
        data: { threshold: 1400 },
      })
  })
  return values.map(String)
}

function checkClientData(data: unknown, problems: PlanProblem[]): Record<string, string> {
  if (!isRecord(data)) return {}
  const entries = Object.entries(data)
  if (entries.length > 10 || entries.some(([, value]) => typeof value !== 'string'))
    problems.push(ownRule('plan.clientData', 'client_data_is_invalid', 'must have at most 10 keys with text values'))
  return Object.fromEntries(entries.map(([key, value]) => [key, String(value)]))
}

function checkPricing(sent: unknown, limits: PlanLimits, problems: PlanProblem[]): Pricing {
  const pricing = isRecord(sent) ? sent : {}
  const price = checkPrice(pricing['price'], limits, problems)
  const free = !/[1-9]/.test(price.value)
  const trial = typeof pricing['freeTrialDays'] === 'number' ? pricing['freeTrialDays'] : 0
  if (trial < 0 || !Number.isInteger(trial))
    problems.push({ field: 'plan.pricing.freeTrialDays', description: 'must be a whole number of at least 0', violatedRule: 'MIN', data: { threshold: 0 } })
  if (trial > 999) problems.push({ field: 'plan.pricing.freeTrialDays', description: 'must be at most 999', violatedRule: 'MAX', data: { threshold: 999 } })
  const fees = checkFees(pricing['feeConfigs'], limits, problems)
  const base = { price, ...(fees.length > 0 && { feeConfigs: fees }) }
  const given = models.filter((model) => pricing[model] !== undefined && pricing[model] !== null && pricing[model] !== false)
  if (given.length !== 1) {
    problems.push({ field: 'plan.pricing', description: 'must have exactly one pricing model', violatedRule: 'VALIDATION' })
    return { singlePaymentUnlimited: true, ...base }
  }
  if (given[0] === 'subscription') {
    if (free) problems.push(ownRule('plan.pricing.price', 'RECURRING_PLAN_PAYMENT_PRICE_MISSING', 'a recurring plan must have a price'))
    return { subscription: checkSubscription(pricing['subscription'], limits, problems), ...base, ...(trial > 0 && { freeTrialDays: trial }) }
  }
  if (trial > 0) problems.push(ownRule('plan.pricing.freeTrialDays', 'SINGLE_PAYMENT_FREE_TRIAL_UNSUPPORTED', 'only recurring plans can have a free trial'))
  return given[0] === 'singlePaymentUnlimited'
    ? { singlePaymentUnlimited: true, ...base }
    : { singlePaymentForDuration: checkSingle(pricing['singlePaymentForDuration'], limits, problems), ...base }
}

const amountProblem = (field: string, value: string, currency: string, positive: boolean): PlanProblem | undefined => {
  if (!isAmount(value) || (value.split('.')[0] ?? '').replace(/^0+/, '').length > 12)
    return { field, description: 'must be an amount from 0 to less than 1000000000000', violatedRule: 'FORMAT', data: { type: 'DECIMAL_VALUE' } }
  if (countDecimals(value) > currencyDigits(currency))
    return {
      field,
      description: `must have at most ${currencyDigits(currency)} decimals`,
      violatedRule: 'VALIDATION',
      data: { maxScale: currencyDigits(currency) },
    }
  return positive && !/[1-9]/.test(value) ? { field, description: 'must be greater than 0', violatedRule: 'MIN', data: { threshold: 0 } } : undefined
}

function checkPrice(sent: unknown, { currency }: PlanLimits, problems: PlanProblem[]): Pricing['price'] {
  const price = isRecord(sent) ? sent : {}
  const value = price['value'] === undefined || price['value'] === null || price['value'] === '' ? '0' : String(price['value'])
  const problem = amountProblem('plan.pricing.price.value', value, currency, false)
  if (problem) problems.push(problem)
  if (price['currency'] && price['currency'] !== currency)
    problems.push({ field: 'plan.pricing.price.currency', description: `must be the currency of the site, ${currency}`, violatedRule: 'VALIDATION' })
  return { value, currency }
}

function checkFees(sent: unknown, { currency }: PlanLimits, problems: PlanProblem[]): Fee[] {
  const list = Array.isArray(sent) ? (sent as unknown[]) : []
  if (list.length > 5)
    problems.push({ field: 'plan.pricing.feeConfigs', description: 'must have at most 5 entries', violatedRule: 'MAX_SIZE', data: { threshold: 5 } })
  return list.map((entry, i) => {
    const fee = isRecord(entry) && isRecord(entry['fee']) ? entry['fee'] : {}
    const at = `plan.pricing.feeConfigs[${i}].fee`
    const name = typeof fee['name'] === 'string' ? fee['name'].trim() : ''
    if (name === '') problems.push(ownRule(`${at}.name`, 'PLAN_FEE_NAME_BLANK', 'must not be blank'))
    if (name.length > 40)
      problems.push({ field: `${at}.name`, description: 'must have at most 40 characters', violatedRule: 'MAX_LENGTH', data: { threshold: 40 } })
    const amount = String(fee['amount'] ?? '')
    const problem = amountProblem(`${at}.amount`, amount, currency, true)
    if (problem) problems.push(problem)
    return { fee: { name, amount }, appliedAt: 'FIRST_PAYMENT' }
  })
}

const isUnit = (unit: unknown): unit is DurationUnit => (durationUnits as readonly unknown[]).includes(unit)

function checkSubscription(sent: unknown, { minRecurringCycleDays, during }: PlanLimits, problems: PlanProblem[]): NonNullable<Pricing['subscription']> {
  const at = 'plan.pricing.subscription'
  const subscription = isRecord(sent) ? sent : {}
  const duration = isRecord(subscription['cycleDuration']) ? subscription['cycleDuration'] : {}
  const { count, unit } = duration
  const cycleCount = subscription['cycleCount']
  const countOk = typeof cycleCount === 'number' && Number.isInteger(cycleCount) && cycleCount >= 0 && cycleCount <= 2000
  if (!countOk) problems.push(ownRule(`${at}.cycleCount`, 'RECURRING_PLAN_CYCLE_COUNT_INVALID', 'must be from 0 to 2000'))
  if (!isUnit(unit))
    problems.push(
      ownRule(`${at}.cycleDuration.unit`, during === 'create' ? 'invalid_duration_unit' : 'INVALID_DURATION_UNIT', 'must be DAY, WEEK, MONTH or YEAR'),
    )
  const cycle: Duration = { count: Number(count), unit: isUnit(unit) ? unit : 'MONTH' }
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1)
    problems.push(ownRule(`${at}.cycleDuration`, 'PERIOD_AMOUNT_OUT_OF_RANGE', 'a cycle must have a length of at least 1'))
  else if (isUnit(unit) && moreThanTenYears(cycle, countOk ? Math.max(cycleCount, 1) : 1))
    problems.push(ownRule(`${at}.cycleDuration`, 'PERIOD_AMOUNT_OUT_OF_RANGE', 'the whole plan must not be longer than 10 years'))
  else if (unit === 'DAY' && count < minRecurringCycleDays)
    problems.push(ownRule(`${at}.cycleDuration`, 'RECURRING_PLAN_CYCLE_DURATION_TOO_SHORT', `a cycle must have at least ${minRecurringCycleDays} days`))
  return { cycleDuration: cycle, cycleCount: countOk ? cycleCount : 0 }
}

function checkSingle(sent: unknown, { during, minSinglePaymentDays }: PlanLimits, problems: PlanProblem[]): Duration {
  const at = 'plan.pricing.singlePaymentForDuration'
  const { count, unit } = isRecord(sent) ? sent : {}
  const single: Duration = { count: Number(count), unit: isUnit(unit) ? unit : 'MONTH' }
  if (count === undefined || count === null || unit === undefined || unit === null)
    problems.push(ownRule(at, 'INVALID_SINGLE_PAYMENT_WITHOUT_DURATION', 'must have a count and a unit'))
  else if (!isUnit(unit))
    problems.push(ownRule(`${at}.unit`, during === 'create' ? 'invalid_duration_unit' : 'INVALID_DURATION_UNIT', 'must be DAY, WEEK, MONTH or YEAR'))
  else if (typeof count !== 'number' || !Number.isInteger(count) || count < 1)
    problems.push(ownRule(`${at}.count`, 'SINGLE_PAYMENT_CYCLE_COUNT_INVALID', 'must be at least 1'))
  else if (moreThanTenYears(single, 1)) problems.push(ownRule(at, 'PERIOD_AMOUNT_OUT_OF_RANGE', 'must not be longer than 10 years'))
  else if (toDays(single) < minSinglePaymentDays)
    problems.push(ownRule(at, 'SINGLE_PAYMENT_DURATION_TOO_SHORT', `must be at least ${minSinglePaymentDays} days`))
  return single
}

/** Lower case, accents removed, everything outside a–z and 0–9 one hyphen; "plan" when nothing is left (3.1). */
export const planSlug = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '') || 'plan'

/** A free plan: price 0 and no fees. */
export const isFreePlan = (pricing: Pricing): boolean => !/[1-9]/.test(pricing.price.value)
