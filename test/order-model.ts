/**
 * Orders as a simple model, for comparison with the engine: what an order costs over its lifecycle, where it stands and what is in the
 * ledger. It is written from the guide (pricing-plans 4, 7, 8, 9, 11) and takes nothing from the engine but the instant of the start.
 */
import { Temporal } from 'temporal-polyfill'

export interface OrderSettings {
  zone: string
  currency: string
  /** Digits after the point. */
  digits: number
  /** Rate in hundredths of a percent. */
  tax: { rate: number; included: boolean } | undefined
  /** Wall clock at which everyone buys. */
  start: string
}
/** Soft: later charges are declined and tried again. Asks: the bank wants the buyer for each of them. */
export type CardBehavior = 'good' | 'soft' | 'asks'
export interface OrderLifecycle {
  online: boolean
  unit: 'DAY' | 'WEEK' | 'MONTH'
  count: number
  /** 0: until cancelled. */
  cycles: number
  trial: number
  /** Minor units. */
  price: number
  fee: number
  /** Percent, or minor units; for so many cycles, or all. */
  coupon: { percent?: number; off?: number; cycles?: number } | undefined
  card: CardBehavior
  actions: OrderAction[]
}
export type OrderAction =
  | {
      do:
        | 'nothing'
        | 'pause'
        | 'resume'
        | 'stop'
        | 'cancel'
        | 'keep'
        | 'markPaid'
        | 'record'
        | 'retryNow'
        | 'block'
        | 'blockWithPlans'
        | 'delete'
        | 'deleteWithPlans'
    }
  | { do: 'pay' | 'card'; card: CardBehavior }
  | { do: 'refund'; part: boolean }
  | { do: 'memberCancel'; now: boolean }

const half = (over: bigint, under: bigint): bigint => (2n * over + under) / (2n * under)
export const formatMinor = (minor: bigint | number, digits: number): string => {
  const text = String(minor).padStart(digits + 1, '0')
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** What one cycle costs: all of it, and the tax in it. Source: guide pricing-plans §4.4. */
export function expectedCost({ price, fee, coupon }: OrderLifecycle, { tax }: OrderSettings, cycle: number): { total: bigint; tax: bigint } {
  const whole = BigInt(price)
  const isOff = coupon && (coupon.cycles === undefined || cycle <= coupon.cycles)
  const off = !isOff ? 0n : coupon.percent === undefined ? BigInt(Math.min(price, coupon.off ?? 0)) : half(whole * BigInt(coupon.percent), 100n)
  const lines = cycle === 1 && fee > 0 ? [whole - off, BigInt(fee)] : [whole - off]
  const sum = lines.reduce((all, line) => all + line, 0n)
  if (!tax) return { total: sum, tax: 0n }
  const rate = BigInt(tax.rate)
  const owed = lines.reduce((all, line) => all + (tax.included ? line - half(line * 10_000n, 10_000n + rate) : half(line * rate, 10_000n)), 0n)
  return { total: tax.included ? sum : sum + owed, tax: owed }
}

type At = Temporal.Instant
const isAfter = (a: At, b: At): boolean => Temporal.Instant.compare(a, b) > 0
const text = (at: At): string => at.toString({ fractionalSecondDigits: 3 })

/** A cycle that costs something: paid (and what went back), or not. */
interface ModelInvoice {
  paid: boolean
  back: bigint
}

export class OrderModel {
  status: 'ACTIVE' | 'PAUSED' | 'ENDED' | 'CANCELED' = 'ACTIVE'
  payment: 'UNPAID' | 'PENDING' | 'PAID' | 'FAILED' | 'NOT_APPLICABLE' | 'REFUNDED'
  cycle: number
  readonly isFree: boolean
  readonly bills = new Map<number, ModelInvoice>()
  readonly #life: OrderLifecycle
  readonly #place: OrderSettings
  #card: CardBehavior
  /** The member is there, and may still sign in. */
  #isMember = true
  /** Ends by cycle, moved by the pauses that were resumed; the first is that of the trial. */
  #ends: At[] = []
  /** The cycle after which it will not renew, and who wanted that. */
  #stop: { after: number; cause: string } | undefined
  #cause: { cause: string; effectiveAt: string } | undefined
  #pauses = 0
  #pausedAt: At | undefined
  /** A card was given during the pause for a payment that had been declined. */
  #hasNewCard = false
  #over: At | undefined
  /** Of the payment that was declined: when it is tried again, all of the schedule, and until when the buyer has time. */
  #tries: At[] = []
  #schedule: At[] = []
  #grace: At | undefined

  constructor(lifecycle: OrderLifecycle, settings: OrderSettings, start: At) {
    this.#life = lifecycle
    this.#place = settings
    this.#card = lifecycle.card
    const until = lifecycle.cycles > 0 ? lifecycle.cycles : 40
    this.isFree = Array.from({ length: until }, (_, at) => expectedCost(lifecycle, settings, at + 1).total).every((total) => total === 0n)
    this.cycle = lifecycle.trial > 0 ? 0 : 1
    const wall = start.toZonedDateTimeISO(settings.zone).toPlainDateTime().add({ days: lifecycle.trial })
    const unit = { DAY: 'days', WEEK: 'weeks', MONTH: 'months' }[lifecycle.unit]
    for (let k = 0; k <= 60; k++)
      this.#ends.push(
        k === 0 && lifecycle.trial === 0
          ? start
          : wall
              .add({ [unit]: k * lifecycle.count })
              .toZonedDateTime(settings.zone)
              .toInstant(),
      )
    if (this.isFree) this.payment = 'NOT_APPLICABLE'
    else if (!lifecycle.online) this.payment = 'UNPAID'
    else if (lifecycle.trial > 0) this.payment = 'PENDING'
    else this.payment = this.#cost(1) > 0n ? 'PAID' : 'NOT_APPLICABLE'
    if ((!lifecycle.online || lifecycle.trial === 0) && this.#cost(1) > 0n) this.bills.set(1, { paid: lifecycle.online, back: 0n })
  }

  get isOver(): boolean {
    return this.status === 'ENDED' || this.status === 'CANCELED'
  }
  /** Renews automatically and takes money for it: prevents blocking and deleting the member. */
  get #renews(): boolean {
    return !this.isOver && this.#life.online && !this.#stop
  }
  get #last(): number | undefined {
    return this.#stop?.after ?? (this.#life.cycles > 0 ? this.#life.cycles : undefined)
  }
  #cost(cycle: number): bigint {
    return expectedCost(this.#life, this.#place, cycle).total
  }
  #endOf(cycle: number): At {
    return this.#ends[cycle] as At
  }

  /** Lets time pass, one due thing after another. */
  until(now: At): void {
    while (this.status === 'ACTIVE') {
      const end = this.#endOf(this.cycle)
      const next = [this.#tries[0], this.#grace, end].filter((at) => at !== undefined).sort(Temporal.Instant.compare)[0] as At
      if (isAfter(next, now)) return
      if (this.#tries[0]?.equals(next)) this.#charge(next)
      else if (this.#grace?.equals(next)) this.#giveUp(next)
      else this.#boundary(end)
    }
  }
  #boundary(end: At): void {
    if (this.#last !== undefined && this.cycle >= this.#last) {
      this.status = this.#stop ? 'CANCELED' : 'ENDED'
      if (this.#stop) this.#cause = { cause: this.#stop.cause, effectiveAt: 'NEXT_PAYMENT_DATE' }
      this.#over = end
      return
    }
    this.cycle += 1
    const isZero = this.#cost(this.cycle) === 0n
    if (isZero && this.#life.online) this.payment = 'NOT_APPLICABLE'
    if (isZero || this.bills.has(this.cycle)) return
    this.bills.set(this.cycle, { paid: false, back: 0n })
    if (!this.#life.online) return
    const wall = end.toZonedDateTimeISO(this.#place.zone)
    this.#schedule = [1, 3, 5, 7].map((days) => wall.add({ days }).toInstant()).filter((at) => isAfter(this.#endOf(this.cycle), at))
    this.#charge(end)
  }
  #charge(at: At): void {
    if (this.#card === 'good') return this.#paid()
    this.payment = 'FAILED'
    const left = this.#schedule.filter((one) => isAfter(one, at))
    this.#grace = left.at(-1)
    this.#tries = this.#card === 'soft' ? left : []
    if (!this.#grace) this.#giveUp(at)
  }
  #paid(): void {
    this.payment = 'PAID'
    this.bills.set(this.cycle, { paid: true, back: 0n })
    this.#tries = []
    this.#grace = undefined
  }
  #giveUp(at: At): void {
    this.#end(at, 'PAYMENT_FAILURE')
  }
  #end(at: At, cause: string): void {
    this.status = 'CANCELED'
    this.#cause = { cause, effectiveAt: 'IMMEDIATELY' }
    this.#over = at
    this.#tries = []
    this.#grace = undefined
  }
  #stopRenewal(at: At, cause: string): void {
    if (this.#stop) return
    if (this.#life.online && this.payment === 'FAILED' && this.status === 'ACTIVE') return this.#end(at, cause)
    this.#stop = { after: this.cycle, cause }
  }
  get #isDeclined(): boolean {
    return this.#life.online && !this.isOver && this.payment === 'FAILED'
  }

  /** A caller does something at an instant; what the rules refuse changes nothing. */
  act(act: OrderAction, now: At): void {
    switch (act.do) {
      case 'nothing':
        return
      case 'pause':
        if (this.status !== 'ACTIVE' || this.cycle === 0) return
        this.status = 'PAUSED'
        this.#pausedAt = now
        this.#pauses += 1
        return
      case 'resume':
        return this.#resume(now)
      case 'stop':
        return this.isOver ? undefined : this.#stopRenewal(now, 'OWNER_ACTION')
      case 'keep':
        if (!this.isOver) this.#stop = undefined
        return
      case 'cancel':
        return this.isOver ? undefined : this.#end(now, 'OWNER_ACTION')
      case 'memberCancel':
        if (this.isOver || !this.#isMember) return
        return act.now && this.cycle > 0 ? this.#end(now, 'MEMBER_ACTION') : this.#stopRenewal(now, 'MEMBER_ACTION')
      case 'pay':
        if (!this.#isDeclined || this.status !== 'ACTIVE' || !this.#isMember) return
        this.#card = act.card
        return this.#paid()
      case 'card':
        if (!this.#life.online || this.isOver || !this.#isMember) return
        this.#card = act.card
        if (this.status === 'PAUSED') this.#hasNewCard = this.#isDeclined
        return this.#isDeclined && this.status === 'ACTIVE' ? this.#charge(now) : undefined
      case 'retryNow':
        return this.#isDeclined && this.status === 'ACTIVE' ? this.#charge(now) : undefined
      case 'record': {
        if (this.#isDeclined) return this.#paid()
        // What was given up is still owed, and may be collected by hand; the order stays over.
        const bill = this.bills.get(this.cycle)
        if (this.#life.online && this.#cause?.cause === 'PAYMENT_FAILURE' && bill) bill.paid = true
        return
      }
      case 'markPaid': {
        if (this.#life.online || this.isOver || this.payment !== 'UNPAID') return
        this.payment = 'PAID'
        const first = Math.min(...[...this.bills].filter(([, { paid }]) => !paid).map(([cycle]) => cycle))
        // A first cycle that costs nothing is what is closed then.
        if (this.#cost(1) > 0n) this.bills.set(first, { paid: true, back: 0n })
        return
      }
      case 'refund':
        return this.#refund(act.part)
      case 'block':
        if (!this.#renews) this.#isMember = false
        return
      case 'blockWithPlans':
        // A member who is blocked already stays so, and nothing follows: not even for a renewal that was taken up again.
        if (!this.#isMember) return
        this.#isMember = false
        // Row 41, unlike row 36: what is owed for the running cycle is still tried.
        if (this.#renews) this.#stop = { after: this.cycle, cause: 'OWNER_ACTION' }
        return
      case 'delete':
        return this.#renews ? undefined : this.#delete(now)
      case 'deleteWithPlans':
        return this.#delete(now)
    }
  }
  #resume(now: At): void {
    const from = this.#pausedAt
    if (this.status !== 'PAUSED' || !from) return
    const milliseconds = now.epochMilliseconds - from.epochMilliseconds
    const isMoved = (at: At) => (isAfter(at, from) ? at.add({ milliseconds }) : at)
    this.#ends = this.#ends.map(isMoved)
    this.#tries = this.#tries.map(isMoved)
    this.#schedule = this.#schedule.map(isMoved)
    this.#grace = this.#grace && isMoved(this.#grace)
    this.status = 'ACTIVE'
    this.#pausedAt = undefined
    if (this.#hasNewCard && this.#isDeclined) this.#tries = [now]
    this.#hasNewCard = false
  }
  #delete(now: At): void {
    this.#isMember = false
    if (!this.isOver) this.#end(now, 'OWNER_ACTION')
  }
  /** The last payment, all that is left of it or half. */
  refundable(part: boolean): { cycle: number; amount: bigint } | undefined {
    const cycle = Math.max(...[...this.bills].filter(([, { paid }]) => paid).map(([each]) => each))
    const bill = this.bills.get(cycle)
    const left = bill ? this.#cost(cycle) - bill.back : 0n
    const amount = part ? left / 2n : left
    return amount > 0n ? { cycle, amount } : undefined
  }
  #refund(part: boolean): void {
    const { cycle, amount } = this.refundable(part) ?? {}
    const bill = cycle !== undefined && this.bills.get(cycle)
    if (!bill || cycle === undefined || amount === undefined) return
    bill.back += amount
    if (bill.back === this.#cost(cycle) && this.payment === 'PAID') this.payment = 'REFUNDED'
  }

  /** The order as a reader sees it. */
  get seen() {
    const end = this.#over ?? (this.#last === undefined ? undefined : this.#endOf(this.#last))
    return {
      status: this.status,
      payment: this.payment,
      autoRenewCanceled: this.#stop !== undefined,
      cycle: this.isOver ? undefined : this.cycle,
      cycleEnd: this.isOver ? undefined : text(this.#endOf(this.cycle)),
      end: end && text(end),
      cancellation: this.status === 'CANCELED' ? this.#cause : undefined,
      pauses: this.#pauses,
    }
  }
  /** Its invoices that cost something, by cycle. */
  get invoices(): Record<number, string> {
    return Object.fromEntries(
      [...this.bills].map(([cycle, { paid, back }]) => {
        const total = this.#cost(cycle)
        const state = !paid ? 'unpaid' : back === 0n ? 'PAID' : back === total ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
        return [cycle, `${formatMinor(total, this.#place.digits)} ${state}${back > 0n ? ` ${formatMinor(back, this.#place.digits)} back` : ''}`]
      }),
    )
  }
  /** What its payments and refunds left in the ledger, minor units: of all that was paid and kept, what is earned and what is owed as tax. */
  get books(): { earned: bigint; tax: bigint } {
    let [earned, tax] = [0n, 0n]
    for (const [cycle, { paid, back }] of this.bills) {
      if (!paid) continue
      const cost = expectedCost(this.#life, this.#place, cycle)
      const owed = cost.tax - half(cost.tax * back, cost.total)
      tax += owed
      earned += cost.total - back - owed
    }
    return { earned, tax }
  }
}
