/** Plans, their benefits and the services that they cover, as the public platform calls them. Ids follow from the plan; nothing is stored for them. */
import type { Static } from 'typebox'
import type { PlanPool, PlanRow } from '#domains/plans/public.ts'
import { bookingsAppId } from '#domains/services/public.ts'
import { stableId } from '#kit/api/stable-id.ts'
import { toWireTime } from '#kit/pure/wire-time.ts'
import type { benefitProgramsApi } from './contract.ts'

const namespace = '@wix/pricing-plans'
type Reply<Name extends keyof typeof benefitProgramsApi> = Static<(typeof benefitProgramsApi)[Name]['reply']>
export type BenefitItem = Reply<'createItem'>['item']

/** The program of a plan. decision: it has the id of the plan, as pool and set of items have; a plan has one of each. */
export const toProgramDefinition = (plan: PlanRow): Reply<'getProgramDefinition'>['programDefinition'] => ({
  id: plan.id,
  externalId: plan.id,
  namespace,
  displayName: plan.name,
  revision: String(plan.revision),
  createdDate: toWireTime(plan.createdAt),
  updatedDate: toWireTime(plan.updatedAt),
})

/** The pool of a plan, with the names that it was given. */
export const toPoolDefinition = ({ planId, credits, rollover, labels }: PlanPool): Reply<'createPoolDefinition'>['poolDefinition'] => ({
  id: planId,
  displayName: labels?.displayName ?? 'Bookings',
  namespace,
  ...(labels?.description !== undefined && { description: labels.description }),
  programDefinitionIds: [planId],
  details: {
    benefits: [
      {
        benefitKey: labels?.benefitKey ?? 'bookings',
        displayName: labels?.benefitName ?? 'Bookings',
        price: credits === null ? '0' : '1',
        providerAppId: bookingsAppId,
        itemSetId: planId,
      },
    ],
    ...(credits !== null && {
      creditConfiguration: {
        amount: String(credits),
        ...(labels?.unitType !== undefined && { unitType: labels.unitType }),
        rolloverConfiguration: { enabled: rollover.enabled, ...(rollover.cap !== undefined && { balanceCap: String(rollover.cap) }) },
      },
    }),
  },
})

/** A service that a plan pays for. */
export const toItem = ({ planId, serviceId }: { planId: string; serviceId: string }): BenefitItem => ({
  id: stableId(planId, `item:${serviceId}`),
  externalId: serviceId,
  itemSetId: planId,
  providerAppId: bookingsAppId,
  namespace,
  category: '',
})
