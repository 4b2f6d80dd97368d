/** Plans: known by their name. What they cover is chosen afterwards, with the services at hand. */
import { createPlan, listAllPlans } from '#domains/plans/public.ts'
import { toPlanInput } from '../../rules/plan-input.ts'
import { createReason } from '../../rules/reasons.ts'
import { created, failed, type Importer, skipped } from './importer.ts'

const exists = skipped(createReason('PLAN_NAME_TAKEN'))

export const plansImporter: Importer = {
  async foresee(ctx, rows) {
    const names = new Set((await listAllPlans(ctx)).map(({ name }) => name.toLowerCase()))
    return rows.map((values) => {
      const input = toPlanInput(values)
      if ('problem' in input) return failed(input.problem, input.field)
      return names.has((values['name'] ?? '').toLowerCase()) ? exists : created
    })
  },
  async bringIn(ctx, values) {
    const input = toPlanInput(values)
    if ('problem' in input) return failed(input.problem, input.field)
    const same = (await listAllPlans(ctx)).find(({ name }) => name.toLowerCase() === values['name']?.toLowerCase())
    if (same) return exists
    return { state: 'CREATED', entityId: (await createPlan(ctx, input.plan)).id }
  },
}
