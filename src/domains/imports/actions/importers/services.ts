/** Services: known by their name. Sessions of classes and courses are added in the calendar afterwards. */
import type { ReadContext } from '#kit/api/context.ts'
import { createService, listServiceCategories, listServices } from '#domains/services/public.ts'
import { resourcesOfType, staffTypeId } from '#domains/staff/public.ts'
import type { RowValues } from '../../rules/read-row.ts'
import { createReason } from '../../rules/reasons.ts'
import { toServiceInput, type ServiceSurroundings } from '../../rules/service-input.ts'
import { created, failed, type Importer, skipped } from './importer.ts'

const exists = skipped(createReason('SERVICE_NAME_TAKEN'))
const MAX_SERVICES = 5000

const loadNames = async (ctx: ReadContext): Promise<Set<string>> => new Set((await listServices(ctx, MAX_SERVICES)).map(({ name }) => name.toLowerCase()))
const loadSurroundings = async (ctx: ReadContext): Promise<ServiceSurroundings> => ({
  staff: (await resourcesOfType(ctx, staffTypeId)).filter(({ staff }) => staff?.serviceProvider),
  categories: await listServiceCategories(ctx),
})

export const servicesImporter: Importer = {
  async foresee(ctx, rows) {
    const [names, surroundings] = [await loadNames(ctx), await loadSurroundings(ctx)]
    return rows.map((values: RowValues) => {
      const input = toServiceInput(values, surroundings)
      if ('problem' in input) return failed(input.problem, input.field)
      return names.has((values['name'] ?? '').toLowerCase()) ? exists : created
    })
  },
  async bringIn(ctx, values) {
    if ((await loadNames(ctx)).has((values['name'] ?? '').toLowerCase())) return exists
    const input = toServiceInput(values, await loadSurroundings(ctx))
    if ('problem' in input) return failed(input.problem, input.field)
    const service = await createService(ctx, input.service as Parameters<typeof createService>[1])
    return { state: 'CREATED', entityId: service.id as string }
  },
}
