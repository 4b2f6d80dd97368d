let privateTargetsAllowed = false

/** Called once at start: whether webhooks may go to private networks. */
export const configureWebhooks = (settings: { allowPrivate: boolean }): void => void (privateTargetsAllowed = settings.allowPrivate)
/** Whether the operator allows webhooks to private networks. */
export const allowsPrivateTargets = (): boolean => privateTargetsAllowed
