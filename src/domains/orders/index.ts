/** Orders of plans: cycles, credits, coupons, simulations. */
import {
  checkMemberBlock,
  checkMemberDeletion,
  exportPersonalData,
  listMemberGroups,
  onContactsMerged,
  onMemberDeleted,
  onMemberStatusChanged,
} from '#domains/members/hooks.ts'
import { countDueToday, listDueRecipients } from '#domains/notifications/hooks.ts'
import { bindAttempts, bindPayables } from '#domains/payments/hooks.ts'
import type { Domain } from '#kit/api/domain.ts'
import { bindHook } from '#kit/api/hooks.ts'
import { bindOperations } from '#kit/api/mount.ts'
import { countEndingPlans, listEndingPlanRecipients } from './actions/reminders.ts'
import { ordersDryRun } from './actions/dry-run.ts'
import { ordersContract } from './contract.ts'
import { orderEmailCatalog, orderEmailEditing } from './emails/catalog.ts'
import { orderEmailKinds } from './emails/kinds.ts'
import { planCatalogHandlers } from './handlers/catalog.ts'
import { checkoutHandlers } from './handlers/checkout.ts'
import { couponsHandlers } from './handlers/coupons.ts'
import { reassignUses } from './store/coupons.ts'
import { insightsHandlers } from './handlers/insights.ts'
import { ordersHandlers } from './handlers/orders.ts'
import { renewalsHandlers, sellingTermsHandlers } from './handlers/renewals.ts'
import { simulationsHandlers } from './handlers/simulations.ts'
import { orderJobs } from './jobs.ts'
import {
  cancelMemberOrders,
  exportMemberOrders,
  findRenewingPlanViolation,
  orderAttempts,
  orderPayable,
  plansOfMembers,
  reassignOrders,
  stopMemberRenewals,
} from './public.ts'
import { orderSchedules } from './schedules.ts'
import * as tables from './tables.ts'

export const orders: Domain = {
  name: 'orders',
  operations: bindOperations(ordersContract, {
    orders: ordersHandlers,
    planCatalog: planCatalogHandlers,
    checkout: checkoutHandlers,
    coupons: couponsHandlers,
    simulations: simulationsHandlers,
    renewals: renewalsHandlers,
    sellingTerms: sellingTermsHandlers,
    insights: insightsHandlers,
  }),
  jobs: orderJobs,
  schedules: orderSchedules,
  dryRun: ordersDryRun,
  emails: { templates: orderEmailCatalog, optional: orderEmailKinds, editing: orderEmailEditing },
  hooks: [
    bindHook(countDueToday, countEndingPlans),
    bindHook(listDueRecipients, listEndingPlanRecipients),
    bindPayables(['ORDER'], orderPayable),
    bindAttempts(['ORDER'], orderAttempts),
    bindHook(checkMemberBlock, (ctx, { memberId }) => findRenewingPlanViolation(ctx, memberId)),
    bindHook(checkMemberDeletion, (ctx, { memberId }) => findRenewingPlanViolation(ctx, memberId)),
    bindHook(onMemberStatusChanged, async (ctx, { memberId, change }) => {
      if (change === 'blocked') await stopMemberRenewals(ctx, memberId)
    }),
    bindHook(onMemberDeleted, (ctx, { memberId, byMember }) => cancelMemberOrders(ctx, memberId, byMember)),
    bindHook(onContactsMerged, async (ctx, { fromId, toId }) => {
      await reassignOrders(ctx, fromId, toId)
      await reassignUses(ctx, fromId, toId)
    }),
    bindHook(listMemberGroups, plansOfMembers),
    bindHook(exportPersonalData, (ctx, { memberId }) => exportMemberOrders(ctx, memberId)),
  ],
  tables,
}
