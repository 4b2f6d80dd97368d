/** A row of plans as the input of a plan. */
import type { RowValues } from './read-row.ts'
import { createReason, type Reason } from './reasons.ts'

const units = { D: 'DAY', W: 'WEEK', M: 'MONTH', Y: 'YEAR' } as const
/** `P3M` → three months; undefined for `ONCE` and for what is absent. */
export const toDuration = (period: string | undefined): { count: number; unit: string } | undefined => {
  const match = /^P(\d+)([DWMY])$/.exec(period ?? '')
  return match ? { count: Number(match[1]), unit: units[match[2] as keyof typeof units] } : undefined
}

/**
 * A plan with a billing period renews; without one it is paid once, for as long as it is valid. A recurring plan that is valid for a time
 * ends with the last whole period in it.
 */
export function toPlanInput(values: RowValues): { plan: Record<string, unknown> } | { problem: Reason; field: string } {
  const cycle = toDuration(values['period'])
  const validFor = toDuration(values['validFor'])
  const cycleCount = countCycles(values, cycle, validFor)
  if (cycle && cycleCount === undefined) return { problem: createReason('NO_MULTIPLE_OF_PERIOD'), field: 'validFor' }
  const pricing = cycle
    ? { subscription: { cycleDuration: cycle, cycleCount: cycleCount ?? 0 }, freeTrialDays: Number(values['trialDays'] ?? 0) }
    : validFor
      ? { singlePaymentForDuration: validFor }
      : { singlePaymentUnlimited: true }
  return {
    plan: {
      name: values['name'],
      description: values['description'] ?? '',
      perks: { values: (values['perks'] ?? '').split('; ').filter((perk) => perk !== '') },
      pricing: { ...pricing, price: { value: values['price'] ?? '0' } },
      public: values['visible'] !== 'no',
      buyerCanCancel: true,
    },
  }
}

/** 0: until it is cancelled; undefined: the two periods do not fit. */
function countCycles(values: RowValues, cycle: ReturnType<typeof toDuration>, validFor: ReturnType<typeof toDuration>): number | undefined {
  if (values['cycles'] !== undefined) return Number(values['cycles'])
  if (!cycle || !validFor) return 0
  const months = ({ count, unit }: { count: number; unit: string }) => (unit === 'YEAR' ? count * 12 : unit === 'MONTH' ? count : undefined)
  const days = ({ count, unit }: { count: number; unit: string }) => (unit === 'WEEK' ? count * 7 : unit === 'DAY' ? count : undefined)
  const [whole, part] = months(cycle) === undefined ? [days(validFor), days(cycle)] : [months(validFor), months(cycle)]
  return whole === undefined || part === undefined || whole % part !== 0 ? undefined : whole / part
}
