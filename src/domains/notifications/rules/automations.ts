/** Emails that time causes: what each is, and how the business may set it. Source: guide bookings §20.5. */

export const automationKinds = ['BEFORE_BOOKING', 'AFTER_BOOKING', 'NO_SHOW', 'LAPSED', 'BIRTHDAY', 'PLAN_ENDING'] as const
export type AutomationKind = (typeof automationKinds)[number]

/** `amount`: hours or days before or after what the email is about; 0 where there is nothing to choose. */
export interface Automation {
  isOn: boolean
  amount: number
}
interface AutomationRule {
  template: string
  unit: 'HOURS' | 'DAYS' | 'NONE'
  min: number
  max: number
  standard: Automation
}

/** decision: what the business always sent stays on; what is new waits until it is turned on. */
export const automationRules: Readonly<Record<AutomationKind, AutomationRule>> = {
  BEFORE_BOOKING: { template: 'booking-reminder', unit: 'HOURS', min: 1, max: 168, standard: { isOn: true, amount: 24 } },
  AFTER_BOOKING: { template: 'booking-follow-up', unit: 'HOURS', min: 1, max: 168, standard: { isOn: false, amount: 3 } },
  NO_SHOW: { template: 'no-show', unit: 'NONE', min: 0, max: 0, standard: { isOn: true, amount: 0 } },
  LAPSED: { template: 'visit-missed', unit: 'DAYS', min: 7, max: 365, standard: { isOn: false, amount: 30 } },
  BIRTHDAY: { template: 'BIRTHDAY', unit: 'NONE', min: 0, max: 0, standard: { isOn: false, amount: 0 } },
  PLAN_ENDING: { template: 'plan-ending', unit: 'DAYS', min: 1, max: 30, standard: { isOn: true, amount: 7 } },
}

/** The amount in hours. */
export const toHours = (kind: AutomationKind, { amount }: Automation): number => (automationRules[kind].unit === 'DAYS' ? amount * 24 : amount)

/** What waited longer, because the server stood still, is no longer sent. */
export const LATEST_HOURS = 72
