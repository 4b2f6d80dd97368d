/** Template → its variables, of the emails about staff. Source: guide services-and-availability §10.2. */
export interface StaffEmails {
  /** `days` are written out in the language of the reader; `reason` and `note` may be empty. */
  'time-off-requested': { staffName: string; days: string; reason: string; link: string }
  'time-off-approved': { staffName: string; days: string; note: string; link: string }
  'time-off-declined': { staffName: string; days: string; note: string; link: string }
  'staff-invitation': { staffName: string; link: string }
}
