/** People who use a studio over HTTP, and what the server promised each of them. */
import { Temporal } from 'temporal-polyfill'
import type { ProviderPages } from './provider-pages.ts'
import type { Random } from './random.ts'

type Json = any
interface Answer {
  status: number
  body: Json
}

/** The connection broke: whether the work was done is unknown. */
export class ConnectionLost extends Error {}

export interface AcknowledgedWrite {
  what: 'order' | 'booking'
  id: string
  /** Statuses that a later reading may find; the last answered call decides, a call in doubt adds its own. */
  may: Set<string>
  planId?: string
  startDate?: string
}

export interface Studio {
  base: string
  site: Json
  planIds: { monthly: string; pass: string }
  services: { classes: string[]; appointment: string }
  /** Where people pay; without, they type their cards on our page. */
  pages?: ProviderPages | undefined
}

const validCard = { number: '4242424242424242', expMonth: 12, expYear: 2090, cvc: '123' }
const decliningCard = { ...validCard, number: '4000000000009995' }

/** Throws ConnectionLost when nothing was answered. */
export async function send(base: string, method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<Answer> {
  try {
    const response = await fetch(base + path, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  } catch (error) {
    throw new ConnectionLost(`${method} ${path}: ${(error as Error).message}`, { cause: error })
  }
}

const asOwner = (site: Json) => ({ authorization: site.apiKey as string, 'wix-site-id': site.metaSiteId as string })

export async function ownerCall({ base, site }: Pick<Studio, 'base' | 'site'>, method: string, path: string, body?: unknown): Promise<Json> {
  const answer = await send(base, method, path, asOwner(site), body)
  if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

export async function openStudio(base: string): Promise<Studio> {
  const { body: site } = await send(base, 'POST', '/_test/site', {}, { timeZone: 'UTC' })
  const call = (method: string, path: string, body?: unknown) => ownerCall({ base, site }, method, path, body)
  const { staffMember } = await call('POST', '/v1/staff-members', { staffMember: { name: 'Lena Brandt', email: 'lena@studio.example' } })
  const price = (value: string) => ({ rateType: 'FIXED', fixed: { price: { value } }, options: { online: true, inPerson: false, pricingPlan: true } })
  const { bookingPolicy } = await call('POST', '/v1/booking-policies', {
    bookingPolicy: { name: 'Friendly', cancellationPolicy: { enabled: true }, reschedulePolicy: { enabled: true } },
  })
  const classes: string[] = []
  for (const [name, time, capacity] of [
    ['Flow', '08:00', 3],
    ['Yin', '18:00', 2],
  ] as const) {
    const { service } = await call('POST', '/v2/services', {
      service: {
        type: 'CLASS',
        name,
        defaultCapacity: capacity,
        onlineBooking: { enabled: true },
        payment: price('15.00'),
        bookingPolicy: { id: bookingPolicy.id },
      },
    })
    const first = Temporal.Now.plainDateISO('UTC').add({ days: 1 })
    for (const days of [0, 2, 4]) {
      const start = first.add({ days }).toPlainDateTime(time)
      await call('POST', '/calendar/v3/events', {
        event: {
          scheduleId: service.schedule.id,
          type: 'CLASS',
          title: name,
          start: { localDate: start.toString({ smallestUnit: 'second' }) },
          end: { localDate: start.add({ hours: 1 }).toString({ smallestUnit: 'second' }) },
          resources: [{ id: staffMember.resourceId }],
          recurrenceRule: {
            frequency: 'WEEKLY',
            interval: 1,
            days: [['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'][start.dayOfWeek - 1]],
            until: { localDate: start.add({ weeks: 50 }).toString({ smallestUnit: 'second' }) },
          },
        },
      })
    }
    classes.push(service.id)
  }
  const { service: lesson } = await call('POST', '/v2/services', {
    service: {
      type: 'APPOINTMENT',
      name: 'Private lesson',
      defaultCapacity: 1,
      onlineBooking: { enabled: true },
      payment: price('60.00'),
      schedule: { availabilityConstraints: { sessionDurations: [60] } },
      staffMemberIds: [staffMember.resourceId],
      bookingPolicy: { id: bookingPolicy.id },
    },
  })
  const plan = async (options: object, credits: number) => {
    const { plan: made } = await call('POST', '/v2/plans', { plan: { buyerCanCancel: true, ...options } })
    await call('PUT', `/api/plans/${made.id}/benefit`, { benefit: { credits }, serviceIds: [...classes, lesson.id] })
    return made.id as string
  }
  const monthly = await plan(
    { name: 'Monthly', pricing: { subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 }, price: { value: '40.00' } } },
    6,
  )
  const pass = await plan({ name: 'Ten', pricing: { singlePaymentForDuration: { count: 6, unit: 'MONTH' }, price: { value: '120.00' } } }, 10)
  return { base, site, planIds: { monthly, pass }, services: { classes, appointment: lesson.id } }
}

/** One member: does one thing after the other and records what was answered. */
export class Person {
  readonly acknowledged: AcknowledgedWrite[] = []
  readonly refused: Record<string, number> = {}
  /** Connections that broke before an answer came, each as a sentence. */
  readonly lost: string[] = []
  calls = 0
  readonly #studio: Studio
  readonly #chance: Random
  readonly #name: string
  #token = ''
  memberId = ''
  #keys = 0
  #open: { key: string; planId: string } | undefined

  constructor(studio: Studio, random: Random, name: string) {
    this.#studio = studio
    this.#chance = random
    this.#name = name
  }

  get email(): string {
    return `${this.#name}@people.example`
  }

  /** Signs up. */
  async join(): Promise<void> {
    const { base, site } = this.#studio
    const { body: visitor } = await send(base, 'POST', '/oauth2/token', {}, { clientId: site.clientId, grantType: 'anonymous' })
    const { body: registered } = await send(
      base,
      'POST',
      '/v2/register',
      { authorization: visitor.access_token },
      { loginId: { email: this.email }, password: 'a calm long evening', profile: { firstName: this.#name, lastName: 'Guest' } },
    )
    this.memberId = registered.identity.id
    await this.#enter()
  }

  /** A member who joined before, with what was acknowledged then. */
  async comeBack(memberId: string, acknowledged: readonly AcknowledgedWrite[]): Promise<void> {
    this.memberId = memberId
    this.acknowledged.push(...acknowledged)
    this.#keys = 1000
    await this.#enter()
  }

  async #enter(): Promise<void> {
    const { base, site } = this.#studio
    const headers = { authorization: `,${site.apiKey}`, 'wix-site-id': site.metaSiteId }
    const { body: tokens } = await send(base, 'POST', '/oauth2/token', headers, {
      grant_type: 'authorized_client',
      member_id: this.memberId,
      scope: 'offline_access',
    })
    this.#token = tokens.access_token
  }

  async #call(method: string, path: string, body?: unknown): Promise<Answer> {
    this.calls++
    const answer = await send(this.#studio.base, method, path, { authorization: this.#token }, body)
    if (answer.status >= 500) throw new Error(`${method} ${path} answered ${answer.status} to ${this.#name}: ${JSON.stringify(answer.body)}`)
    if (answer.status !== 200) {
      const code = answer.body?.details?.applicationError?.code ?? JSON.stringify(answer.body)
      this.refused[code] = (this.refused[code] ?? 0) + 1
      if (process.env.SHOW_PROBLEMS) console.error(this.#name, path, JSON.stringify(answer.body))
    }
    return answer
  }

  /** Does something by chance. A cut connection is no failure; what it leaves in doubt is recorded. */
  async act(): Promise<void> {
    try {
      if (this.#open) return await this.#buy(this.#open)
      const orders = this.acknowledged.filter(({ what, may }) => what === 'order' && may.has('ACTIVE') && may.size === 1)
      const what = this.#chance.pick(
        orders.length === 0
          ? (['buy', 'buy', 'lesson'] as const)
          : (['buy', 'class', 'class', 'class', 'class', 'lesson', 'lesson', 'cancel', 'cancel', 'stop'] as const),
      )
      if (what === 'buy') await this.#buy({ key: `${this.#name}-${this.#keys++}`, planId: this.#chance.pick(Object.values(this.#studio.planIds)) })
      else if (what === 'class') await this.#book(this.#chance.pick(this.#studio.services.classes), 'MEMBERSHIP')
      else if (what === 'lesson') await this.#book(this.#studio.services.appointment, this.#chance.pick(['ONLINE', 'ONLINE', 'MEMBERSHIP']))
      else if (what === 'cancel') await this.#cancelBooking()
      else if (this.#chance.next() < 0.3) await this.#stopPlan(this.#chance.pick(orders))
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error
      this.lost.push(`${this.#name}: ${error.message}`)
    }
  }

  /** The same key until an answer came: pressing twice buys once. */
  async #buy(options: { key: string; planId: string }): Promise<void> {
    this.#open = options
    const { status, body } = await (this.#studio.pages ? this.#buyOnPage(options, this.#studio.pages) : this.#buyWithCard(options))
    this.#open = undefined
    // Paid after time had moved on past the day that a draft is kept: the money goes back, nothing is promised.
    if (status === 200 && body.outcome === 'succeeded' && !body.goesBack)
      this.acknowledged.push({ what: 'order', id: body.order.id, may: new Set(['ACTIVE']), planId: options.planId, startDate: body.order.startDate })
  }

  async #buyWithCard(options: { key: string; planId: string }): Promise<Answer> {
    if (this.#chance.next() < 0.2) await this.#call('POST', '/api/checkout/plans', { ...options, card: decliningCard })
    return this.#call('POST', '/api/checkout/plans', { ...options, card: validCard })
  }
  async #buyOnPage(options: { key: string; planId: string }, pages: ProviderPages): Promise<Answer> {
    const begun = await this.#call('POST', '/api/checkout/plans', options)
    const { url, order } = begun.body
    if (begun.status !== 200 || url === undefined || !this.#typeCards(pages, url)) return begun
    return this.#comeBack(pages, `/api/pay/${order.wixPayOrderId}/check`)
  }
  /** Whether the page took a card in the end. */
  #typeCards(pages: ProviderPages, url: string): boolean {
    if (this.#chance.next() < 0.2) pages.pay(url, decliningCard.number)
    return pages.pay(url, validCard.number)
  }
  /** The buyer returns to our page, before, after or while the provider reports; sometimes it reports much later. */
  async #comeBack(pages: ProviderPages, path: string): Promise<Answer> {
    const deliver = () => pages.deliver(this.#studio.base)
    const when = this.#chance.pick(['before', 'meanwhile', 'meanwhile', 'later'] as const)
    if (when === 'before') await deliver()
    const [answer] = await Promise.all([this.#call('POST', path, {}), when === 'meanwhile' ? deliver() : undefined])
    return answer
  }

  async #book(serviceId: string, paymentOption: 'MEMBERSHIP' | 'ONLINE'): Promise<void> {
    const { body: clock } = await this.#call('GET', '/_test/clock')
    const now = Temporal.Instant.from(clock.now)
    const { body } = await this.#call('POST', '/v1/availability/query', {
      query: {
        filter: {
          serviceId: [serviceId],
          startDate: now.add({ hours: 24 }).toString(),
          endDate: now.add({ hours: 24 * 8 }).toString(),
          bookable: true,
        },
      },
      timezone: 'UTC',
    })
    const entries: Json[] = body.availabilityEntries ?? []
    if (entries.length === 0) return
    const { slot } = this.#chance.pick(entries.slice(0, 12))
    const answer = await this.#call('POST', '/api/checkout/bookings', {
      slot,
      contactDetails: { firstName: this.#name, lastName: 'Guest', email: this.email },
      totalParticipants: 1,
      paymentOption,
      ...(paymentOption === 'ONLINE' && !this.#studio.pages && { card: validCard }),
    })
    const isDone = answer.status === 200 && (answer.body.booking.status === 'CONFIRMED' || (await this.#isBookedOnPage(answer.body)))
    if (!isDone) return
    this.acknowledged.push({ what: 'booking', id: answer.body.booking.id, may: new Set(['CONFIRMED']) })
  }

  /** Pays for a booking on the provider's page. */
  async #isBookedOnPage({ booking, payment }: Json): Promise<boolean> {
    const { pages } = this.#studio
    if (!pages || payment?.url === undefined || !this.#typeCards(pages, payment.url)) return false
    const [page] = pages.returnPath(payment.url).split('/').slice(-1)
    await this.#comeBack(pages, `/api/checkout/baskets/${page}/check`)
    const { status, body } = await this.#call('GET', `/api/bookings/${booking.id}/summary`)
    return status === 200 && body.booking.status === 'CONFIRMED'
  }

  async #cancelBooking(): Promise<void> {
    const booked = this.acknowledged.filter(({ what, may }) => what === 'booking' && may.size === 1 && may.has('CONFIRMED'))
    if (booked.length === 0) return
    const chosen = this.#chance.pick(booked)
    const { status, body } = await this.#call('GET', `/api/bookings/${chosen.id}/summary`)
    if (status !== 200) throw new Error(`booking ${chosen.id} was promised and is gone: ${JSON.stringify(body)}`)
    chosen.may.add('CANCELED')
    const answer = await this.#call('POST', `/v2/bookings/${chosen.id}/cancel`, { revision: body.booking.revision })
    chosen.may = new Set([answer.status === 200 ? 'CANCELED' : 'CONFIRMED'])
  }

  async #stopPlan(order: AcknowledgedWrite): Promise<void> {
    order.may.add('CANCELED')
    const { status } = await this.#call('POST', `/v2/member/orders/${order.id}/cancel`, { effectiveAt: 'IMMEDIATELY' })
    order.may = new Set([status === 200 ? 'CANCELED' : 'ACTIVE'])
  }
}

/** How many payments a monthly order has had by `now`: the one at the start and one at each month's turn. */
export function monthlyPayments(startDate: string, now: Temporal.Instant): number {
  const start = Temporal.Instant.from(startDate).toZonedDateTimeISO('UTC')
  let months = 0
  while (Temporal.Instant.compare(start.add({ months }).toInstant(), now) <= 0) months++
  return months
}
