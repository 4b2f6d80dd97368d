/** Ids that are the same on every site. Source: guide services-and-availability §1. */
export const staffTypeId = '1cd44cf8-756f-41c3-bd90-3e2ffcaf1155'
/** How long an invitation to connect an account is open. */
export const INVITATION_DAYS = 30
export const businessScheduleExternalId = '4e0579a5-491e-4e70-a872-d097eed6e520'
