/** Tables of orders; `npm run check` holds its SQL to them. */
import type { LeftOut } from '#kit/db/archive/rules.ts'
import type { TableName } from '#kit/db/tables.gen.ts'

export const owns: readonly TableName[] = [
  'benefit_ledger',
  'coupon',
  'coupon_use',
  'recurring_revenue',
  'plan_invoice',
  'plan_order',
  'plan_submission',
  'simulation',
]

/** What an archive of the site leaves out, and why. */
export const leftOut: LeftOut = { simulation: 'billing forecasts; they are run again' }

/** Tables of others that its SQL reads, and why it does not ask their domain. */
export const reads: Partial<Record<TableName, string>> = {
  contact: 'rows of a simulation are shown with the names of the members',
  event: 'what happened to an order is shown from the events; a simulation reports them',
  member: 'rows of a simulation are shown with the names of the members',
  payment_attempt: 'what is unpaid is listed with its last attempt; drafts that are being paid count as purchases; a simulation reports its charges',
  site: 'work is not done for the sites of simulations, and the ledger begins with the site',
}

/** Tables of others that its SQL writes, and why. */
export const writesOf: Partial<Record<TableName, string>> = {
  job: 'a simulation begins with copies of the jobs of its site, and carries them out itself',
  email_automation: 'a simulation sends what the site sends',
  email: 'a simulation begins with the emails that were sent, and renders its own',
}
