/** Apps of the public platform whose calls this product answers. Source: guide pricing-plans §13.1, services-and-availability §1, members §1. */
export const installedApps = {
  bookings: '13d21c63-b5ec-5912-8397-c3a5ddb27a97',
  pricingPlans: '1522827f-c56c-a5c9-2ac9-00f9e6ae12d3',
  members: '14cc59bc-f0b7-15b8-e1c7-89ce41d0e0c9',
} as const

/** Whether the app is part of this product. Ids are compared without case. */
export const isInstalledApp = (appId: string): boolean => (Object.values(installedApps) as string[]).includes(appId.toLowerCase())
