/** Who wants text messages: said on the booking form, in the account, or by an answer. Source: guide bookings §20.6. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { assertNoViolations, refuseStandard } from '#kit/api/refusal.ts'
import { toE164 } from '#kit/pure/phone.ts'
import { refuse } from '../errors.ts'
import * as store from '../store/recipients.ts'
import { eraseReplies, eraseTexts, listRecipientsOfPerson, listTextsToPerson } from '../store/texts.ts'
import { findWorkingTextService } from './connection.ts'

const numberViolation = (field: string) => ({
  field,
  description: 'must be a phone number with its country code',
  violatedRule: 'FORMAT' as const,
  data: { type: 'PHONE' },
})

/** Refuses a number without its country code: nothing can be sent to it. */
export function assertTextNumber(field: string, phone: string | null | undefined): void {
  assertNoViolations(toE164(phone) ? [] : [numberViolation(field)])
}

/** A customer asks for texts to the number of a booking. A number that answered STOP stays so. Does nothing without provider or country code. */
export async function acceptTextsFromBooking(ctx: TransactionContext, phone: string | null | undefined): Promise<void> {
  const number = toE164(phone)
  if (number && (await findWorkingTextService(ctx))) await store.saveConsent(ctx, { phone: number, state: 'ON', source: 'BOOKING' })
}

/** What a member sees in their account; `sender` is the number that texts come from. */
export interface MyTexts {
  isOffered: boolean
  isWanted: boolean
  isStopped: boolean
  phone?: string
  sender?: string
}

const getMemberId = (ctx: ReadContext): string => ctx.caller.memberId ?? refuseStandard('NOT_FOUND')

export async function describeMyTexts(ctx: ReadContext): Promise<MyTexts> {
  const service = await findWorkingTextService(ctx)
  if (!service) return { isOffered: false, isWanted: false, isStopped: false }
  const phone = await store.findNumberOfMember(ctx, getMemberId(ctx))
  const state = phone === undefined ? undefined : await store.findConsent(ctx, phone)
  return { isOffered: true, isWanted: state === 'ON', isStopped: state === 'STOPPED', sender: service.from, ...(phone !== undefined && { phone }) }
}

/** Refuses with TEXTS_NOT_CONNECTED, TEXTS_STOPPED, and a number that cannot get texts. */
export async function changeMyTexts(ctx: TransactionContext, { isWanted, phone }: { isWanted: boolean; phone?: string | undefined }): Promise<MyTexts> {
  const service = (await findWorkingTextService(ctx)) ?? refuse('TEXTS_NOT_CONNECTED')
  const memberId = getMemberId(ctx)
  const before = await store.findNumberOfMember(ctx, memberId)
  const after = phone === undefined ? before : toE164(phone)
  if (isWanted && after === undefined) assertTextNumber('phone', phone)
  if (isWanted && after !== undefined) {
    if ((await store.findConsent(ctx, after)) === 'STOPPED') refuse('TEXTS_STOPPED', { sender: service.from })
    await store.saveNumberOfMember(ctx, memberId, after)
    await store.saveConsent(ctx, { phone: after, state: 'ON', source: 'ACCOUNT' })
  }
  if (before !== undefined && (!isWanted || before !== after)) await store.saveConsent(ctx, { phone: before, state: 'OFF', source: 'ACCOUNT' })
  return describeMyTexts(ctx)
}

/** `phones`: the numbers that the person entered, as typed. */
interface ErasedPerson {
  memberId: string
  contactId: string
  phones: readonly string[]
}
/** Takes numbers, texts and answers of an erased person away; a number that another member named as theirs stays. */
export async function eraseTextsOfPerson(ctx: TransactionContext, { memberId, contactId, phones }: ErasedPerson): Promise<void> {
  const personIds = [memberId, contactId]
  const named = await store.deleteNumberOfMember(ctx, memberId)
  const entered = phones.flatMap((phone) => toE164(phone) ?? [])
  const known = [...new Set([...(named === undefined ? [] : [named]), ...entered, ...(await listRecipientsOfPerson(ctx, personIds))])]
  const numbers = await store.withoutNumbersOfMembers(ctx, known)
  await store.eraseConsents(ctx, numbers)
  await eraseTexts(ctx, personIds, numbers)
  await eraseReplies(ctx, numbers)
}

/** Number and texts of a member, for the download of their data. Source: guide members §10.3. */
export async function exportTexts(ctx: ReadContext, memberId: string, contactId: string) {
  const phone = await store.findNumberOfMember(ctx, memberId)
  const sent = await listTextsToPerson(ctx, [memberId, contactId])
  return {
    title: 'textMessages',
    records: {
      ...(phone !== undefined && { phone, state: await store.findConsent(ctx, phone) }),
      sent: sent.map(({ recipient, body, state, createdAt }) => ({ to: recipient, body, state, createdDate: createdAt.toString() })),
    },
  }
}
