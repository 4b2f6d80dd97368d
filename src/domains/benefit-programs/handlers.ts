import { assertPlansEnabled, planById, queryCoverage, queryPools } from '#domains/plans/public.ts'
import { runBulkItems } from '#kit/api/bulk.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { createItem } from './actions/create-item.ts'
import { createPool } from './actions/create-pool.ts'
import type { benefitProgramsApi } from './contract.ts'
import { refuse } from './errors.ts'
import { toItem, toPoolDefinition, toProgramDefinition } from './wire.ts'

export const benefitProgramsHandlers: Handlers<typeof benefitProgramsApi> = {
  async getProgramDefinition(ctx, { query: { externalId } }) {
    await assertPlansEnabled(ctx)
    const plan = (await planById(ctx, externalId)) ?? refuse('PROGRAM_DEFINITION_NOT_FOUND', { externalId })
    return { programDefinition: toProgramDefinition(plan) }
  },
  async createPoolDefinition(ctx, { body: { poolDefinition, cascade } }) {
    await assertPlansEnabled(ctx)
    return { poolDefinition: toPoolDefinition(await createPool(ctx, poolDefinition, cascade === 'IMMEDIATELY')) }
  },
  async queryPoolDefinitions(ctx, { body }) {
    await assertPlansEnabled(ctx)
    const { pools, meta } = await queryPools(ctx, body.query)
    return { poolDefinitions: pools.map(toPoolDefinition), pagingMetadata: meta }
  },
  async createItem(ctx, { body: { item } }) {
    await assertPlansEnabled(ctx)
    return { item: await createItem(ctx, item) }
  },
  async bulkCreateItems(ctx, { body }) {
    await ctx.read(assertPlansEnabled)
    return runBulkItems(ctx, body.items, createItem, { withItems: body.returnEntity === true })
  },
  async queryItems(ctx, { body }) {
    await assertPlansEnabled(ctx)
    const { pairs, meta } = await queryCoverage(ctx, body.query)
    return { items: pairs.map(toItem), pagingMetadata: meta }
  },
}
