/** Turns a finished sign-in into a session: the cookie of this origin and tokens for these pages. */
import { ApiError, call, queryClient } from '../api.ts'
import { acceptMemberTokens, type TokenReply } from '../auth.ts'
import { currentMessages } from '../kit/messages.ts'
import { messages } from './sign-in.messages.tsx'

interface SessionReply {
  continueTo: string
  tokens: TokenReply | null
}
const acceptTokens = async ({ continueTo, tokens }: SessionReply): Promise<string> => {
  if (tokens) acceptMemberTokens(tokens)
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'flow' })
  return continueTo
}

/**
 * Turns a session token into the sign-in cookie of this origin, so that a storefront's next silent sign-in succeeds, and
 * into tokens for the pages here. Returns where the flow continues.
 */
export const createSession = async (sessionToken: string, rs: string | undefined): Promise<string> =>
  acceptTokens(await call('redirects.startHostedSession', { body: { sessionToken, ...(rs ? { rs } : {}) } }))

/** An identity provider's callback has set the cookie of this origin already. Returns where the flow continues. */
export async function createSessionFromCookie(rs: string | undefined): Promise<string> {
  const reply = await call('redirects.getHostedTokens', { body: rs ? { rs } : {} })
  if (!reply.tokens) throw new ApiError(401, currentMessages(messages).failed)
  return acceptTokens(reply)
}
