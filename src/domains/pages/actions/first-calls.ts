/** What a page asks at once: known from its address, or from the blocks that the owner put there. */
import { findPublicPage } from '#domains/website/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import { parsePage } from '../rules/addresses.ts'
import { listFirstCalls, type FirstCall } from '../rules/first-calls.ts'

export async function listCallsOfPage(ctx: ReadContext, url: string): Promise<FirstCall[]> {
  const [address, path = ''] = [parsePage(url), url.split('?')[0]]
  const slug = address.kind === 'PAGE' ? address.slug : path === '/' ? '' : undefined
  return listFirstCalls(address, path, slug === undefined ? undefined : (await findPublicPage(ctx, slug))?.blocks)
}
