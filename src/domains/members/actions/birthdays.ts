/** Birthday greetings to approved members whose date of birth is known. Source: guide bookings §20.5. */
import { queueEmail, takeDueWindow } from '#domains/notifications/public.ts'
import type { DueRecipient, DueToday } from '#domains/notifications/hooks.ts'
import { getSite } from '#domains/site/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { MembersEmails } from '../emails/variables.ts'
import { birthdayKeys, findGreetingDay } from '../rules/birthdays.ts'
import { listMembersBornOn } from '../store/birthdays.ts'

/** Queues the greetings of today at nine in the morning of the site. */
export async function queueBirthdays(ctx: TransactionContext): Promise<number> {
  const window = await takeDueWindow(ctx, 'BIRTHDAY')
  const day = window && findGreetingDay(window, (await getSite(ctx)).timeZone)
  const members = day ? await listMembersBornOn(ctx, birthdayKeys(day)) : []
  for (const { id, nickname } of members)
    await queueEmail<MembersEmails>(
      ctx,
      { kind: 'member', memberId: id },
      { template: 'BIRTHDAY', uniqueKey: `${id}:${day?.year}`, variables: { nickname, bookLink: `${ctx.origin}/services` } },
    )
  return members.length
}

const listCelebrating = async (ctx: ReadContext, from: DueToday['from']) =>
  listMembersBornOn(ctx, birthdayKeys(from.toZonedDateTimeISO((await getSite(ctx)).timeZone).toPlainDate()))
/** How many members have their birthday on the day that begins at `from`. */
export const countBirthdays = async (ctx: ReadContext, { kind, from }: DueToday): Promise<number | undefined> =>
  kind === 'BIRTHDAY' ? (await listCelebrating(ctx, from)).length : undefined
/** Who they are. */
export const listBirthdayRecipients = async (ctx: ReadContext, { kind, from, limit }: DueToday & { limit: number }): Promise<DueRecipient[] | undefined> =>
  kind === 'BIRTHDAY' ? (await listCelebrating(ctx, from)).slice(0, limit).map(({ id, nickname }) => ({ memberId: id, name: nickname })) : undefined
