/** The secret behind the links to bookings of a site, as it is sealed. */
export const describeLinkSecret = (siteId: string): string => `booking links of ${siteId}`
