/** Addresses of the pay page of bookings. Whoever holds one may pay. Source: guide bookings §12.4, §12.5. */
import type { OwnTransactionContext } from '#kit/api/context.ts'
import { createLinkToken, type LinkTarget } from './links.ts'

/** The absolute address of the page on which a checkout, or one booking with the rest of its set, is paid. Opens a transaction of its own. */
export async function createPayPageUrl(ctx: OwnTransactionContext, target: LinkTarget, search: Readonly<Record<string, string>> = {}): Promise<string> {
  const token = await ctx.transaction((inner) => createLinkToken(inner, target))
  const query = new URLSearchParams(search).toString()
  return `${ctx.origin}/checkout/basket/${token}${query && `?${query}`}`
}

/** The provider leads back to our own pages only. */
const isOwnPath = (path: string): boolean => /^\/(?![/\\])/.test(path)

/** Where the provider's page leads back to: the page of ours that was named, else the pay page, which asks what became of the payment. */
export const createReturnUrl = async (
  ctx: OwnTransactionContext,
  bookingId: string,
  back: { returnUrl?: string | null; rs?: string | null },
): Promise<string> =>
  back.returnUrl && isOwnPath(back.returnUrl)
    ? `${ctx.origin}${back.returnUrl}`
    : createPayPageUrl(ctx, { booking: bookingId }, { returned: 'yes', ...(back.rs && { rs: back.rs }) })
