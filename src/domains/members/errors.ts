import { refusals } from '#kit/refusal.ts'

/** Every refusal of this domain. Source: guide members 19. */
export const { kinds, codes, refuse, orRefuse } = refusals({
  MEMBER_SELF_BLOCK_FORBIDDEN: { status: 400, message: "You can't block or disconnect yourself." },
  OWNER_MEMBER_BLOCK_FORBIDDEN: { status: 400, message: "The owner and contributors of the site can't be blocked or disconnected." },
  ACTIVE_SUBSCRIPTION_MEMBER_BLOCK_FORBIDDEN: { status: 428, message: 'This member has a plan that still renews. Cancel it first.' },
  MEMBER_OFFLINE: { status: 428, message: 'This member is disconnected.' },
  COMMUNITY_JOIN_IMPOSSIBLE: { status: 428, message: "Members of this site can't be public." },
  MEMBER_TO_MEMBER_BLOCKED: { status: 404, message: 'You blocked this member.' },
  SLUG_ALREADY_EXISTS: { status: 409, message: 'This address is already taken.' },
  MEMBER_ALREADY_EXISTS: { status: 409, message: 'A member with this email already exists.' },
  INVALID_REVISION: { status: 409, message: 'This was changed in the meantime. Load it again.' },
  INVALID_SETTINGS: { status: 400, message: 'These settings contradict each other.' },
})
