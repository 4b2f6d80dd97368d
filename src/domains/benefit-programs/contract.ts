/** What plans pay for, in the calls of the public platform: a program per plan, a pool of credits in it, and the services that the pool pays for. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { CursorMetaWire, queryBody } from '#kit/query/wire.ts'
import { Guid, Maybe, bulkReply } from '#kit/api/wire.ts'

const Namespace = Type.Literal('@wix/pricing-plans')
/** Plans of this product pay for bookings alone. */
const ProviderAppId = Type.Literal('13d21c63-b5ec-5912-8397-c3a5ddb27a97')
/** Whole credits, as a decimal text. */
const Amount = Type.String({ pattern: '^[1-9][0-9]{0,3}([.]0{1,4})?$' })
const owner = { owner: 'any' } as const

const ProgramDefinition = Type.Object({
  id: Type.String(),
  externalId: Type.String(),
  namespace: Type.String(),
  displayName: Type.String(),
  revision: Type.String(),
  createdDate: Type.String(),
  updatedDate: Type.String(),
})

const poolNames = { displayName: Type.String({ minLength: 1, maxLength: 200 }), namespace: Namespace }
const benefitFields = {
  benefitKey: Type.String({ minLength: 1, maxLength: 100 }),
  displayName: Type.String({ minLength: 1, maxLength: 200 }),
  /** 0: unlimited; 1: a credit for each person. */
  price: Type.Enum(['0', '1']),
  providerAppId: ProviderAppId,
}
const PoolDefinition = Type.Object({
  id: Type.String(),
  ...poolNames,
  description: Type.Optional(Type.String()),
  programDefinitionIds: Type.Array(Type.String()),
  details: Type.Object({
    benefits: Type.Array(Type.Object({ ...benefitFields, itemSetId: Type.String() })),
    creditConfiguration: Type.Optional(
      Type.Object({
        amount: Type.String(),
        unitType: Type.Optional(Type.String()),
        rolloverConfiguration: Type.Object({ enabled: Type.Boolean(), balanceCap: Type.Optional(Type.String()) }),
      }),
    ),
  }),
})
const PoolDefinitionInput = Type.Object({
  ...poolNames,
  description: Maybe(Type.String({ maxLength: 2000 })),
  programDefinitionIds: Type.Array(Guid, { minItems: 1, maxItems: 1 }),
  details: Type.Object({
    benefits: Type.Array(Type.Object({ ...benefitFields, itemSetId: Maybe(Guid) }), { minItems: 1, maxItems: 1 }),
    creditConfiguration: Maybe(
      Type.Object({
        amount: Amount,
        unitType: Maybe(Type.String({ maxLength: 50 })),
        rolloverConfiguration: Maybe(Type.Object({ enabled: Type.Boolean(), balanceCap: Maybe(Amount) })),
      }),
    ),
    policyExpression: Maybe(Type.Unknown()),
  }),
})

const itemFields = { externalId: Guid, itemSetId: Guid, providerAppId: ProviderAppId, namespace: Namespace }
const BenefitItem = Type.Object({ id: Type.String(), ...itemFields, category: Type.Literal('') })
const BenefitItemInput = Type.Object({ ...itemFields, category: Maybe(Type.Literal('')) })
const itemRefusals = ['PRICING_PLANS_NOT_INSTALLED', 'ITEM_SET_NOT_FOUND', 'INVALID_PRICING_PLAN'] as const

export const benefitProgramsApi = operations({
  getProgramDefinition: {
    method: 'GET',
    path: '/benefit-programs/v1/program-definitions/by-namespace-and-external-id',
    summary: 'The program of a plan',
    access: owner,
    permission: 'PRICING_PLANS.READ_PLANS',
    work: 'read',
    query: Type.Object({ externalId: Guid, namespace: Namespace }),
    reply: Type.Object({ programDefinition: ProgramDefinition }),
    refuses: ['PRICING_PLANS_NOT_INSTALLED', 'PROGRAM_DEFINITION_NOT_FOUND'],
  },
  createPoolDefinition: {
    method: 'POST',
    path: '/benefit-programs/v1/pool-definitions',
    summary: 'Give a plan its credits for bookings, or an unlimited number',
    access: owner,
    permission: 'PRICING_PLANS.MANAGE_PLANS',
    body: Type.Object({ poolDefinition: PoolDefinitionInput, cascade: Maybe(Type.String({ maxLength: 50 })) }),
    reply: Type.Object({ poolDefinition: PoolDefinition }),
    refuses: ['PRICING_PLANS_NOT_INSTALLED', 'PROGRAM_DEFINITION_NOT_FOUND', 'POOL_DEFINITION_EXISTS', 'PLAN_ALREADY_SOLD'],
  },
  queryPoolDefinitions: {
    method: 'POST',
    path: '/benefit-programs/v1/pool-definitions/query',
    summary: 'What plans pay for, by their programs',
    access: owner,
    permission: 'PRICING_PLANS.READ_PLANS',
    work: 'read',
    body: queryBody({}),
    reply: Type.Object({ poolDefinitions: Type.Array(PoolDefinition), pagingMetadata: CursorMetaWire }),
    refuses: ['PRICING_PLANS_NOT_INSTALLED'],
  },
  createItem: {
    method: 'POST',
    path: '/benefit-programs/v1/items',
    summary: 'Let a plan pay for a service',
    access: owner,
    permission: 'BOOKINGS.SERVICES_PRICING_PLANS_ADD',
    body: Type.Object({ item: BenefitItemInput }),
    reply: Type.Object({ item: BenefitItem }),
    refuses: itemRefusals,
  },
  bulkCreateItems: {
    method: 'POST',
    path: '/benefit-programs/v1/bulk/items/create',
    summary: 'Let plans pay for services, each on its own',
    access: owner,
    permission: 'BOOKINGS.SERVICES_PRICING_PLANS_ADD',
    work: 'own',
    idempotencyKey: true,
    body: Type.Object({ items: Type.Array(BenefitItemInput, { minItems: 1, maxItems: 100 }), returnEntity: Maybe(Type.Boolean()) }),
    reply: bulkReply({ item: Type.Optional(BenefitItem) }),
    refuses: itemRefusals,
  },
  queryItems: {
    method: 'POST',
    path: '/benefit-programs/v1/items/query',
    summary: 'The services that plans pay for',
    access: owner,
    permission: 'PRICING_PLANS.READ_PLANS',
    work: 'read',
    body: queryBody({}),
    reply: Type.Object({ items: Type.Array(BenefitItem), pagingMetadata: CursorMetaWire }),
    refuses: ['PRICING_PLANS_NOT_INSTALLED'],
  },
})

/** The operations by group: `<group>.<operation>` is their name everywhere. */
export const benefitProgramsContract = { benefitPrograms: benefitProgramsApi }
