/** Options of services, whose variants have their own prices. Source: guide services-and-availability §8.1. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { json } from '#kit/db/open.ts'
import { assertNoViolations, refuseStandard, type Violation } from '#kit/api/refusal.ts'
import { getSite } from '#domains/site/public.ts'
import { resourcesByIds } from '#domains/staff/public.ts'
import type { ServiceOptionsInput, ServiceOptionsAndVariants } from '../contract/options.ts'
import { refuse } from '../errors.ts'
import { optionsEvents } from '../events.ts'
import { alignStaffVariants, findOptionsProblem, priceRange, type ServiceOption, type Variant } from '../rules/options.ts'
import { completePayment, type Payment } from '../rules/service.ts'
import * as store from '../store/options.ts'
import * as services from '../store/services.ts'
import { emitServiceUpdated } from './emit-service-updated.ts'
import { showService } from './show-services.ts'

/** A stored row as the rules read it. */
export const parseOptionsRow = (row: store.OptionsRow): { option: ServiceOption; variants: Variant[] } => ({
  option: (row.options as ServiceOption[])[0] as ServiceOption,
  variants: row.variants as Variant[],
})
const readDefaultPrice = (row: services.ServiceRow): string => (row.payment as Payment).varied?.defaultPrice?.value ?? '0'

/** Options on the wire, with prices in the currency of the site. */
export async function showOptions(ctx: ReadContext, row: store.OptionsRow): Promise<ServiceOptionsAndVariants> {
  const { currency } = await getSite(ctx)
  const [service] = await services.servicesByIds(ctx, [row.serviceId])
  const span = priceRange(service ? readDefaultPrice(service) : '0', parseOptionsRow(row))
  return {
    id: row.id,
    serviceId: row.serviceId,
    options: { values: row.options as ServiceOptionsAndVariants['options']['values'] },
    variants: { values: (row.variants as Variant[]).map((variant) => ({ ...variant, price: { value: variant.price.value, currency } })) },
    minPrice: { value: span.min, currency },
    maxPrice: { value: span.max, currency },
    revision: String(row.revision),
    extendedFields: row.extendedFields as Record<string, unknown>,
  }
}

const listServiceStaff = async (ctx: ReadContext, service: services.ServiceRow) =>
  (await resourcesByIds(ctx, service.staffIds)).map((resource) => ({ resourceId: resource.id, staffId: resource.staff?.id }))

const requiredViolation = (field: string, description: string): Violation => ({
  field: `serviceOptionsAndVariants.${field}`,
  description,
  violatedRule: 'REQUIRED_FIELD',
  data: {},
})
/** Completes the input for storing; refuses with its first problem. */
async function validateOptions(
  ctx: ReadContext,
  service: services.ServiceRow,
  input: Pick<ServiceOptionsInput, 'options' | 'variants'>,
): Promise<{ option: ServiceOption; variants: Variant[] }> {
  const [sentOption] = input.options?.values ?? []
  const variants = input.variants?.values ?? []
  assertNoViolations([
    ...(sentOption ? [] : [requiredViolation('options', 'is required')]),
    ...(variants.length > 0 ? [] : [requiredViolation('variants', 'is required')]),
  ])
  if ((service.payment as Payment).rateType !== 'VARIED')
    assertNoViolations([{ ...requiredViolation('serviceId', 'must be a service with varied prices'), violatedRule: 'VALIDATION' }])
  const id = sentOption?.id ?? variants[0]?.choices[0]?.optionId ?? ctx.newId()
  const option: ServiceOption = {
    id,
    type: sentOption?.type ?? '',
    ...(sentOption?.customData
      ? { customData: { ...(sentOption.customData.name ? { name: sentOption.customData.name } : {}), choices: sentOption.customData.choices ?? [] } }
      : {}),
    ...(sentOption?.durationData ? { durationData: sentOption.durationData } : {}),
  }
  const complete = variants.map(
    (variant): Variant => ({
      choices: variant.choices.map((choice) => ({ optionId: id, ...choice })),
      price: { value: variant.price.value, ...(variant.price.currency ? { currency: variant.price.currency } : {}) },
    }),
  )
  const { currency } = await getSite(ctx)
  const problem = findOptionsProblem({ option, variants: complete, staff: await listServiceStaff(ctx, service), durations: service.sessionDurations, currency })
  if (problem) refuse(problem)
  return { option, variants: complete.map((variant) => ({ ...variant, price: { value: variant.price.value } })) }
}

/** Updates the lowest and highest price of the service from its variants. */
async function syncPriceRange(ctx: TransactionContext, service: services.ServiceRow): Promise<void> {
  const [options] = await store.optionsOfServices(ctx, [service.id])
  const payment = completePayment(service.payment as Payment, options && parseOptionsRow(options))
  if (JSON.stringify(payment.varied) === JSON.stringify((service.payment as Payment).varied)) return
  const before = await showService(ctx, service)
  await emitServiceUpdated(ctx, await services.updateService(ctx, service.id, service.revision, { payment: json(payment) }), before)
}
async function getService(ctx: ReadContext, id: string): Promise<services.ServiceRow> {
  return (await services.servicesByIds(ctx, [id]))[0] ?? refuseStandard('NOT_FOUND')
}

/** Refuses with ALREADY_EXISTS a second set of options, violates choices that do not fit the service. */
export async function createOptions(ctx: TransactionContext, input: ServiceOptionsInput): Promise<ServiceOptionsAndVariants> {
  assertNoViolations(input.serviceId ? [] : [requiredViolation('serviceId', 'is required')])
  const service = await getService(ctx, input.serviceId as string)
  const { option, variants } = await validateOptions(ctx, service, input)
  const row =
    (await store.insertOptions(ctx, {
      siteId: ctx.siteId,
      id: ctx.newId(),
      serviceId: service.id,
      options: json([option]),
      variants: json(variants),
      extendedFields: json(input.extendedFields ?? {}),
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })) ?? refuse('ALREADY_EXISTS')
  await syncPriceRange(ctx, service)
  const created = await showOptions(ctx, row)
  ctx.emit(optionsEvents.created(row.id, created))
  return created
}

/** Refuses with NOT_FOUND. */
export const optionsById = async (ctx: ReadContext, id: string): Promise<store.OptionsRow> => (await store.optionsById(ctx, id)) ?? refuseStandard('NOT_FOUND')
/** Refuses with NOT_FOUND a service without options. */
export const optionsOfService = async (ctx: ReadContext, serviceId: string): Promise<store.OptionsRow> =>
  (await store.optionsOfServices(ctx, [serviceId]))[0] ?? refuseStandard('NOT_FOUND')

/** Replaces what the input names; the price range of the service follows. Refuses with NOT_FOUND, REVISION_MISMATCH. */
export async function updateOptions(ctx: TransactionContext, id: string, input: ServiceOptionsInput): Promise<ServiceOptionsAndVariants> {
  const before = await optionsById(ctx, id)
  assertNoViolations(input.revision ? [] : [requiredViolation('revision', 'is required')])
  if (input.revision !== String(before.revision)) refuse('REVISION_MISMATCH', { currentRevision: String(before.revision) })
  const service = await getService(ctx, before.serviceId)
  const wanted = await validateOptions(ctx, service, {
    options: input.options ?? { values: before.options as ServiceOption[] },
    variants: input.variants ?? { values: before.variants as Variant[] },
  })
  const change = {
    options: json([wanted.option]),
    variants: json(wanted.variants),
    ...(input.extendedFields !== undefined ? { extendedFields: json(input.extendedFields ?? {}) } : {}),
  }
  const row = (await store.updateOptions(ctx, id, before.revision, change)) ?? refuse('REVISION_MISMATCH', {})
  await syncPriceRange(ctx, service)
  const after = await showOptions(ctx, row)
  ctx.emit(optionsEvents.updated(id, after))
  return after
}

/** Deletes the options; the service has one price again. Refuses with NOT_FOUND, REVISION_MISMATCH. */
export async function deleteOptions(ctx: TransactionContext, id: string, revision: string | null | undefined): Promise<void> {
  const row = await optionsById(ctx, id)
  if (revision && revision !== String(row.revision)) refuse('REVISION_MISMATCH', { currentRevision: String(row.revision) })
  const last = await showOptions(ctx, row)
  await store.deleteOptions(ctx, id)
  await syncPriceRange(ctx, await getService(ctx, row.serviceId))
  ctx.emit(optionsEvents.deleted(id, last))
}

/** The options of a service that is deleted go with it. */
export async function deleteOptionsOfService(ctx: TransactionContext, serviceId: string): Promise<void> {
  for (const row of await store.optionsOfServices(ctx, [serviceId])) {
    const last = await showOptions(ctx, row)
    await store.deleteOptions(ctx, row.id)
    ctx.emit(optionsEvents.deleted(row.id, last))
  }
}

/** Copies the options to another service; refuses when they do not fit it. */
export async function cloneOptions(ctx: TransactionContext, id: string, targetServiceId: string): Promise<ServiceOptionsAndVariants> {
  const { option, variants } = parseOptionsRow(await optionsById(ctx, id))
  return createOptions(ctx, { serviceId: targetServiceId, options: { values: [option] }, variants: { values: variants } })
}

/** Adds and removes variants as the staff of the service changes; returns the updated row of the service. */
export async function syncStaffVariants(ctx: TransactionContext, service: services.ServiceRow): Promise<services.ServiceRow> {
  const [row] = await store.optionsOfServices(ctx, [service.id])
  const current = row && parseOptionsRow(row)
  if (!row || current?.option.type !== 'STAFF_MEMBER') return service
  const variants = alignStaffVariants(current.variants, current.option.id, await listServiceStaff(ctx, service), { value: readDefaultPrice(service) })
  if (JSON.stringify(variants) === JSON.stringify(current.variants)) return service
  const after = await store.updateOptions(ctx, row.id, row.revision, { variants: json(variants) })
  if (after) ctx.emit(optionsEvents.updated(row.id, await showOptions(ctx, after)))
  const payment = completePayment(service.payment as Payment, { ...current, variants })
  return (await services.updateService(ctx, service.id, service.revision, { payment: json(payment), revision: service.revision })) ?? service
}
