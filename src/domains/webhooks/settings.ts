let privateTargetsAllowed = false

/** Called once at start: whether webhooks may go into the network that the server stands in. */
export const configureWebhooks = (settings: { allowPrivate: boolean }): void => void (privateTargetsAllowed = settings.allowPrivate)
export const allowsPrivateTargets = (): boolean => privateTargetsAllowed
