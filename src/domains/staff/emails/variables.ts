/** Template → its variables, of the emails about staff. Source: guide services-and-availability §10.2. */
export interface StaffEmails {
  'staff-invitation': { staffName: string; link: string }
}
