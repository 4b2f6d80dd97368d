/** Recipients of emails and the kinds that they turned off. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { findMemberOfEmail, listMembersOfEmails, loadSigningKey } from '../hooks.ts'
import type { OptionalEmailKind } from '../rules/email-kinds.ts'
import { createPreferencesToken, verifyPreferencesToken } from '../crypto/preferences-token.ts'
import * as store from '../store/recipients.ts'

const toRecipientKey = (address: string): string => address.trim().toLowerCase()

/** The recipient with this key, created if new. A new member keeps the choices of their address. */
export async function findOrCreateRecipient(
  ctx: TransactionContext,
  { memberId, address }: { memberId: string | undefined; address: string },
): Promise<store.EmailRecipient> {
  const addressKey = toRecipientKey(address)
  const key = memberId ?? addressKey
  const existing = await store.findRecipient(ctx, key)
  if (existing) return existing
  if (memberId && (await store.findRecipient(ctx, addressKey))) {
    await store.renameRecipient(ctx, addressKey, key)
    return (await store.findRecipient(ctx, key)) as store.EmailRecipient
  }
  return store.insertRecipient(ctx, { recipient: key, linkId: ctx.newId(), unsubscribedKinds: [] })
}

/** A member leaves: the choices stay those of their address. */
export async function keepEmailPreferences(ctx: TransactionContext, memberId: string, address: string): Promise<void> {
  const addressKey = toRecipientKey(address)
  if (!(await store.findRecipient(ctx, addressKey))) await store.renameRecipient(ctx, memberId, addressKey)
}

/** A member comes back, and the choices with them. */
export const restoreEmailPreferences = async (ctx: TransactionContext, memberId: string, address: string): Promise<void> =>
  void (await findOrCreateRecipient(ctx, { memberId, address }))

/** Identity keeps the key. */
async function getSigningKey(ctx: ReadContext): Promise<string> {
  const [key] = await loadSigningKey.call(ctx, undefined)
  if (key === undefined) throw new Error('no domain keeps the key of unsubscribe links')
  return key
}

/** The recipient behind a link; undefined for forged links and erased recipients. */
export async function findRecipientByToken(ctx: ReadContext, token: string): Promise<store.EmailRecipient | undefined> {
  const linkId = verifyPreferencesToken(await getSigningKey(ctx), ctx.siteId, token)
  return linkId === undefined ? undefined : store.findRecipientByLink(ctx, linkId)
}

/** Whether a recipient wants a kind of email, and the links of its footer. */
export interface EmailPreference {
  isWanted: boolean
  /** Page with all choices. */
  preferencesUrl: string
  /** One-click unsubscribe (RFC 8058). */
  unsubscribeUrl: string
}
/** Whether an address wants a kind of email. Creates the recipient when it is new, so that its links work. */
export async function loadEmailPreference(ctx: TransactionContext, address: string, kind: OptionalEmailKind): Promise<EmailPreference> {
  const [member] = await findMemberOfEmail.call(ctx, { address })
  const { linkId, unsubscribedKinds } = await findOrCreateRecipient(ctx, { memberId: member?.memberId, address })
  const token = createPreferencesToken(await getSigningKey(ctx), ctx.siteId, linkId)
  return {
    isWanted: !unsubscribedKinds.includes(kind),
    preferencesUrl: `${ctx.origin}/email-preferences/${token}?kind=${kind}`,
    unsubscribeUrl: `${ctx.origin}/api/email-preferences/${token}/unsubscribe/${kind}`,
  }
}

/** Which of these kinds are not wanted by whom, as `loadEmailPreference` would find it, for any number of addresses in two queries. Creates no recipient. */
export async function findUnwantedEmails(
  ctx: ReadContext,
  emails: readonly { to: string; kind: OptionalEmailKind }[],
): Promise<(to: string, kind: OptionalEmailKind) => boolean> {
  const keys = [...new Set(emails.map(({ to }) => toRecipientKey(to)))]
  if (keys.length === 0) return () => false
  const members = (await listMembersOfEmails.call(ctx, { addresses: keys })).flat()
  const memberIds = new Map(members.map(({ memberId, email }) => [toRecipientKey(email), memberId]))
  const found = await store.listRecipients(ctx, [...keys, ...memberIds.values()])
  const choices = new Map(found.map(({ recipient, unsubscribedKinds }) => [recipient, unsubscribedKinds]))
  return (to, kind) => {
    const key = toRecipientKey(to)
    // A member without choices of their own keeps those of their address.
    return (choices.get(memberIds.get(key) ?? key) ?? choices.get(key))?.includes(kind) ?? false
  }
}

/** Deletes the choices of an erased person. */
export const deleteEmailPreferences = (ctx: TransactionContext, memberId: string, addresses: readonly string[]): Promise<unknown> =>
  store.deleteRecipients(ctx, [memberId, ...addresses.map(toRecipientKey)])

/** The choices of a member, for the download of their data. Source: guide members §10.3. */
export const exportEmailPreferences = async (ctx: ReadContext, memberId: string) => ({
  title: 'emails',
  records: { unsubscribedKinds: (await store.findRecipient(ctx, memberId))?.unsubscribedKinds ?? [] },
})
