/** The service that a booking is for: terms of payment, approval, rules of its policy. Source: guide bookings §4.2, §12.1. */
import type { ReadContext } from '#kit/api/context.ts'
import { getOnlineProvider } from '#kit/payments/providers.ts'
import { toMinor } from '#kit/pure/money.ts'
import type { ServiceDefinition } from '#domains/services/public.ts'
import { getSetting, getSite, type Site } from '#domains/site/public.ts'
import { refuse } from '../../errors.ts'
import type { PaymentTerms } from '../../rules/due.ts'
import { findService } from '../../scheduling.ts'

/** A service with everything that decides whether and how it is booked. */
export interface BookableService {
  service: ServiceDefinition
  site: Site
  terms: PaymentTerms
  needsApproval: boolean
  allowMultipleRequests: boolean
  maxParticipants: number
}

export const toNumber = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** The service with this id, or of this schedule. Refuses with 404 SCHEDULE_NOT_FOUND. */
export async function getBookableService(
  ctx: ReadContext,
  named: { serviceId?: string | null | undefined; scheduleId?: string | null | undefined },
): Promise<BookableService> {
  const readGuid = (id: string | null | undefined) => (id && /^[0-9a-f-]{36}$/i.test(id) ? id : undefined)
  const service =
    (readGuid(named.serviceId) && (await findService(ctx, { id: readGuid(named.serviceId) }))) ||
    (!named.serviceId && readGuid(named.scheduleId) && (await findService(ctx, { scheduleId: readGuid(named.scheduleId) }))) ||
    refuse('SCHEDULE_NOT_FOUND')
  const site = await getSite(ctx)
  const approval = service.onlineBooking.requireManualApproval === true
  return {
    service,
    site,
    terms: { ...readPaymentTerms(service, { currency: site.currency, hasProvider: (await getOnlineProvider(ctx)) !== undefined }), ...(await readTax(ctx)) },
    needsApproval: approval,
    allowMultipleRequests: approval && service.onlineBooking.allowMultipleRequests === true,
    maxParticipants: toNumber(service.policy.participantsPolicy.maxParticipantsPerBooking) ?? 1,
  }
}

/** The tax of the site, which applies to bookings as to plans. */
async function readTax(ctx: ReadContext): Promise<Pick<PaymentTerms, 'tax'>> {
  const tax = await getSetting(ctx, 'plans.tax')
  return tax ? { tax: { name: tax.name, rate: tax.rate, includedInPrice: tax.includedInPrice } } : {}
}

function readPaymentTerms(service: ServiceDefinition, { currency, hasProvider }: { currency: string; hasProvider: boolean }): PaymentTerms {
  const payment = service.payment as {
    rateType?: string
    fixed?: Priced
    varied?: Priced & { defaultPrice?: Money }
    options?: Record<string, boolean>
    addOnOption?: string
  }
  const priced = payment.fixed ?? payment.varied
  const price = payment.fixed?.price ?? payment.varied?.defaultPrice
  const deposit = payment.options?.deposit ? priced?.deposit?.value : undefined
  return {
    rate: (payment.rateType ?? 'NO_FEE') as PaymentTerms['rate'],
    price: price?.value ? Number(toMinor(price.value, currency)) : 0,
    deposit: deposit ? Number(toMinor(deposit, currency)) : null,
    fullUpfrontAllowed: priced?.fullUpfrontPaymentAllowed === true,
    online: payment.options?.online === true && hasProvider,
    inPerson: payment.options?.inPerson === true,
    pricingPlan: payment.options?.pricingPlan === true,
    ...(payment.addOnOption === 'ONLINE' && hasProvider && { addOnsOnline: true }),
  }
}
export interface Money {
  value?: string
}
interface Priced {
  price?: Money
  deposit?: Money
  fullUpfrontPaymentAllowed?: boolean
}
