/** The owner's session is a cookie; every call carries a token against forged requests beside it. */
import { queryClient, takeFirstApiQuery } from '#web/api.ts'
import { setCsrf } from '#web/auth.ts'
import type { ReplyOf } from '#web/operations.ts'

export function storeCsrfToken(reply: ReplyOf<'collaborators.getOwner'> | undefined): void {
  if (reply) setCsrf(reply.csrfToken)
}

/** Takes what came with the page for the frame and for Today, so that the first picture has it already. */
export const takeFirstScreen = (): void => {
  for (const name of ['collaborators.getOwner', 'setup.getSiteSettings', 'reports.listNotifications', 'reports.getToday'] as const) takeFirstApiQuery(name)
}

/** Clears cached data at sign-in and sign-out. */
export function clearOwnerCache(): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[2] === 'owner' })
}
