/** Choices with prices of their own. guide: services-and-availability 8.1 */
import type { Ctx } from '#kit/ctx.ts'
import { json } from '#kit/db/open.ts'
import { orViolate, refuseStandard, type Violation } from '#kit/refusal.ts'
import { currentSite } from '#domains/site/public.ts'
import { resourcesByIds } from '#domains/staff/public.ts'
import type { OptionsWish, ServiceOptionsAndVariants } from '../contract/options.ts'
import { refuse } from '../errors.ts'
import { optionsEvents } from '../events.ts'
import { followStaff, optionsProblem, priceSpan, type ServiceOption, type Variant } from '../rules/options.ts'
import { completePayment, type Payment } from '../rules/service.ts'
import * as store from '../store/offers.ts'
import * as services from '../store/services.ts'
import { saved } from './saved.ts'

export const optionsFacts = (row: store.OptionsRow): { option: ServiceOption; variants: Variant[] } => ({
  option: (row.options as ServiceOption[])[0] as ServiceOption,
  variants: row.variants as Variant[],
})
const defaultPriceOf = (row: services.ServiceRow): string => (row.payment as Payment).varied?.defaultPrice?.value ?? '0'

export async function showOptions(ctx: Ctx, row: store.OptionsRow): Promise<ServiceOptionsAndVariants> {
  const { currency } = await currentSite(ctx)
  const [service] = await services.servicesByIds(ctx, [row.serviceId])
  const span = priceSpan(service ? defaultPriceOf(service) : '0', optionsFacts(row))
  return {
    id: row.id,
    serviceId: row.serviceId,
    options: { values: row.options as ServiceOptionsAndVariants['options']['values'] },
    variants: { values: (row.variants as Variant[]).map((variant) => ({ ...variant, price: { value: variant.price.value, currency } })) as never },
    minPrice: { value: span.min, currency },
    maxPrice: { value: span.max, currency },
    revision: String(row.revision),
    extendedFields: row.extendedFields as Record<string, unknown>,
  }
}

const staffOf = async (ctx: Ctx, service: services.ServiceRow) =>
  (await resourcesByIds(ctx, service.staffIds)).map((resource) => ({ resourceId: resource.id, staffId: resource.staff?.id }))

const violation = (field: string, description: string): Violation => ({
  field: `serviceOptionsAndVariants.${field}`,
  description,
  violatedRule: 'REQUIRED_FIELD',
  data: {},
})
/** The wish as it would be stored; refuses the first thing that is wrong with it. */
async function checked(
  ctx: Ctx,
  service: services.ServiceRow,
  wish: Pick<OptionsWish, 'options' | 'variants'>,
): Promise<{ option: ServiceOption; variants: Variant[] }> {
  const [sent] = wish.options?.values ?? []
  const variants = wish.variants?.values ?? []
  orViolate([...(sent ? [] : [violation('options', 'is required')]), ...(variants.length > 0 ? [] : [violation('variants', 'is required')])])
  if ((service.payment as Payment).rateType !== 'VARIED')
    orViolate([{ ...violation('serviceId', 'must be a service with varied prices'), violatedRule: 'VALIDATION' }])
  const id = sent?.id ?? variants[0]?.choices[0]?.optionId ?? ctx.newId()
  const option: ServiceOption = {
    id,
    type: sent?.type ?? '',
    ...(sent?.customData ? { customData: { ...(sent.customData.name ? { name: sent.customData.name } : {}), choices: sent.customData.choices ?? [] } } : {}),
    ...(sent?.durationData ? { durationData: sent.durationData } : {}),
  }
  const complete = variants.map(
    (variant): Variant => ({
      choices: variant.choices.map((choice) => ({ optionId: id, ...choice })),
      price: { value: variant.price.value, ...(variant.price.currency ? { currency: variant.price.currency } : {}) },
    }),
  )
  const { currency } = await currentSite(ctx)
  const problem = optionsProblem({ option, variants: complete, staff: await staffOf(ctx, service), durations: service.sessionDurations, currency })
  if (problem) refuse(problem)
  return { option, variants: complete.map((variant) => ({ ...variant, price: { value: variant.price.value } })) }
}

/** Least and highest price of the service follow its variants. */
async function followVariants(ctx: Ctx, service: services.ServiceRow): Promise<void> {
  const [options] = await store.optionsOfServices(ctx, [service.id])
  const payment = completePayment(service.payment as Payment, options && optionsFacts(options))
  if (JSON.stringify(payment.varied) === JSON.stringify((service.payment as Payment).varied)) return
  await saved(ctx, await services.updateService(ctx, service.id, service.revision, { payment: json(payment) }))
}
async function serviceFor(ctx: Ctx, id: string): Promise<services.ServiceRow> {
  return (await services.servicesByIds(ctx, [id]))[0] ?? refuseStandard('NOT_FOUND')
}

export async function createOptions(ctx: Ctx, wish: OptionsWish): Promise<ServiceOptionsAndVariants> {
  orViolate(wish.serviceId ? [] : [violation('serviceId', 'is required')])
  const service = await serviceFor(ctx, wish.serviceId as string)
  const { option, variants } = await checked(ctx, service, wish)
  const row =
    (await store.insertOptions(ctx, {
      siteId: ctx.siteId,
      id: ctx.newId(),
      serviceId: service.id,
      options: json([option]),
      variants: json(variants),
      extendedFields: json(wish.extendedFields ?? {}),
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })) ?? refuse('ALREADY_EXISTS')
  await followVariants(ctx, service)
  const made = await showOptions(ctx, row)
  ctx.announce(optionsEvents.created(row.id, made))
  return made
}

export const optionsById = async (ctx: Ctx, id: string): Promise<store.OptionsRow> => (await store.optionsById(ctx, id)) ?? refuseStandard('NOT_FOUND')
export const optionsOfService = async (ctx: Ctx, serviceId: string): Promise<store.OptionsRow> =>
  (await store.optionsOfServices(ctx, [serviceId]))[0] ?? refuseStandard('NOT_FOUND')

export async function updateOptions(ctx: Ctx, id: string, wish: OptionsWish): Promise<ServiceOptionsAndVariants> {
  const before = await optionsById(ctx, id)
  orViolate(wish.revision ? [] : [violation('revision', 'is required')])
  if (wish.revision !== String(before.revision)) refuse('REVISION_MISMATCH', { currentRevision: String(before.revision) })
  const service = await serviceFor(ctx, before.serviceId)
  const wanted = await checked(ctx, service, {
    options: wish.options ?? { values: before.options as never },
    variants: wish.variants ?? { values: before.variants as never },
  })
  const change = {
    options: json([wanted.option]),
    variants: json(wanted.variants),
    ...(wish.extendedFields !== undefined ? { extendedFields: json(wish.extendedFields ?? {}) } : {}),
  }
  const row = (await store.updateOptions(ctx, id, before.revision, change)) ?? refuse('REVISION_MISMATCH', {})
  await followVariants(ctx, service)
  const after = await showOptions(ctx, row)
  ctx.announce(optionsEvents.updated(id, after))
  return after
}

export async function deleteOptions(ctx: Ctx, id: string, revision: string | null | undefined): Promise<void> {
  const row = await optionsById(ctx, id)
  if (revision && revision !== String(row.revision)) refuse('REVISION_MISMATCH', { currentRevision: String(row.revision) })
  const last = await showOptions(ctx, row)
  await store.deleteOptions(ctx, id)
  await followVariants(ctx, await serviceFor(ctx, row.serviceId))
  ctx.announce(optionsEvents.deleted(id, last))
}

/** The same choices for another service, as far as they fit it. */
export async function cloneOptions(ctx: Ctx, id: string, targetServiceId: string): Promise<ServiceOptionsAndVariants> {
  const { option, variants } = optionsFacts(await optionsById(ctx, id))
  return createOptions(ctx, { serviceId: targetServiceId, options: { values: [option as never] }, variants: { values: variants as never } })
}

/** Prices by staff follow the staff of the service; the row of the service as it is then. */
export async function syncStaffVariants(ctx: Ctx, service: services.ServiceRow): Promise<services.ServiceRow> {
  const [row] = await store.optionsOfServices(ctx, [service.id])
  const facts = row && optionsFacts(row)
  if (!row || facts?.option.type !== 'STAFF_MEMBER') return service
  const variants = followStaff(facts.variants, facts.option.id, await staffOf(ctx, service), { value: defaultPriceOf(service) })
  if (JSON.stringify(variants) === JSON.stringify(facts.variants)) return service
  const after = await store.updateOptions(ctx, row.id, row.revision, { variants: json(variants) })
  if (after) ctx.announce(optionsEvents.updated(row.id, await showOptions(ctx, after)))
  const payment = completePayment(service.payment as Payment, { ...facts, variants })
  return (await services.updateService(ctx, service.id, service.revision, { payment: json(payment), revision: service.revision })) ?? service
}
