/** The provider of text messages with its credentials, as it is sealed: a setting of the site. */
export const TEXT_SERVICE = 'connections.texts'

export const describeTextService = (siteId: string): string => `${TEXT_SERVICE} of ${siteId}`
