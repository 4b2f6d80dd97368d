/** The secret of an authenticator app of a dashboard user, as it is sealed. */
export const describeOwnerFactor = (userId: string): string => `second step of dashboard user ${userId}`
