/** Receipts, refunds, disputes and the ledger of everything that is paid. */
import type { Domain } from '#kit/api/domain.ts'
import { bindOperations } from '#kit/api/mount.ts'
import { paymentsDryRun } from './actions/dry-run.ts'
import { paymentsContract } from './contract.ts'
import { paymentsEmailCatalog } from './emails/catalog.ts'
import { checksHandlers } from './handlers/checks.ts'
import { moneyExportsHandlers } from './handlers/exports.ts'
import { moneyListsHandlers } from './handlers/lists.ts'
import { moneyHandlers } from './handlers/money.ts'
import { payoutsHandlers } from './handlers/payouts.ts'
import { paymentJobs } from './jobs.ts'
import { paymentSchedules } from './schedules.ts'
import * as tables from './tables.ts'

export const payments: Domain = {
  name: 'payments',
  operations: bindOperations(paymentsContract, {
    money: moneyHandlers,
    checks: checksHandlers,
    moneyLists: moneyListsHandlers,
    moneyExports: moneyExportsHandlers,
    payouts: payoutsHandlers,
  }),
  emails: { templates: paymentsEmailCatalog },
  jobs: paymentJobs,
  schedules: paymentSchedules,
  dryRun: paymentsDryRun,
  tables,
}
