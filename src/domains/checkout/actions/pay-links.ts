/** URLs of the pay page of bookings. Every holder may pay. Source: guide bookings §12.4, §12.5. */
import { createLinkToken, type LinkTarget } from '#domains/bookings/public.ts'
import type { OwnTransactionContext } from '#kit/api/context.ts'

/** The absolute URL on which a checkout, or a booking with the rest of its set, is paid. Opens a transaction of its own. */
export async function createPayPageUrl(ctx: OwnTransactionContext, target: LinkTarget, search: Readonly<Record<string, string>> = {}): Promise<string> {
  const token = await ctx.transaction((inner) => createLinkToken(inner, target))
  const query = new URLSearchParams(search).toString()
  return `${ctx.origin}/checkout/basket/${token}${query && `?${query}`}`
}

/** The provider returns to our own pages only. */
const isOwnPath = (path: string): boolean => /^\/(?![/\\])/.test(path)

/** The return URL for the provider: the named page of ours, else the pay page, which looks the payment up. */
export const createReturnUrl = async (
  ctx: OwnTransactionContext,
  bookingId: string,
  back: { returnUrl?: string | null; rs?: string | null },
): Promise<string> =>
  back.returnUrl && isOwnPath(back.returnUrl)
    ? `${ctx.origin}${back.returnUrl}`
    : createPayPageUrl(ctx, { booking: bookingId }, { returned: 'yes', ...(back.rs && { rs: back.rs }) })
