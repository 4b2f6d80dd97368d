/** SQL on birthdays of members. */
import { sql } from 'kysely'
import type { ReadContext } from '#kit/api/context.ts'

/** Approved members born on these days, each as month times 100 plus day. */
export const listMembersBornOn = (ctx: ReadContext, keys: readonly number[]): Promise<{ id: string; nickname: string }[]> =>
  ctx.db
    .selectFrom('contact')
    .innerJoin('member', (join) => join.onRef('member.siteId', '=', 'contact.siteId').onRef('member.contactId', '=', 'contact.id'))
    .where('contact.siteId', '=', ctx.siteId)
    .where('contact.birthdate', 'is not', null)
    .where(sql<number>`(extract(month from contact.birthdate) * 100 + extract(day from contact.birthdate))::integer`, 'in', keys)
    .where('member.status', '=', 'APPROVED')
    .where('member.deletedAt', 'is', null)
    .select(['member.id', 'member.nickname'])
    .orderBy('member.id')
    .execute()
