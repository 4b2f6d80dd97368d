/** Questions that this domain puts to those who know: orders about plans, identity about sign-in. `domains.ts` ties them. */
import type { Ctx } from '#kit/ctx.ts'

/** A question with any number of answers; it is asked of all of them, in the order in which they were tied. */
function question<Input, Answer>() {
  const known: ((ctx: Ctx, input: Input) => Promise<Answer>)[] = []
  return {
    /** Offers an answer. Called once, at start, by domains.ts. */
    answer: (give: (ctx: Ctx, input: Input) => Promise<Answer>): void => void known.push(give),
    ask: async (ctx: Ctx, input: Input): Promise<Answer[]> => {
      const answers: Answer[] = []
      for (const give of known) answers.push(await give(ctx, input))
      return answers
    },
  }
}

/** Why not, or undefined when nothing speaks against it. */
export type Objection = { refused: 'ACTIVE_SUBSCRIPTION' } | undefined

/** May this member be blocked or disconnected? A renewing plan speaks against it (guide: members 5.3). */
export const mayBlock = question<{ memberId: string }, Objection>()
/** May the business delete this member? */
export const mayDelete = question<{ memberId: string }, Objection>()

/** What the member did to their standing; identity follows in the same transaction: status, sessions, tokens (guide: members 5.4). */
export type StandingChange = { memberId: string; change: 'approved' | 'blocked' | 'disconnected' | 'deleted'; byMember: boolean }
export const followStanding = question<StandingChange, void>()

/** A member that the owner made needs an identity without a password, so that they can ask for one (guide: members 7.1). */
export const makeIdentity = question<{ memberId: string; loginEmail: string }, void>()
