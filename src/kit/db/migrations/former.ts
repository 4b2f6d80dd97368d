/** What databases from before version 0.2.0 note as applied. Their files were edited while in use, so the names alone say little. */
export const formerNames: readonly string[] = [
  '0010-site',
  '0015-media',
  '0020-members',
  '0025-community',
  '0030-identity',
  '0035-letters',
  '0040-plans',
  '0050-orders',
  '0060-staff',
  '0070-services',
  '0080-availability',
  '0090-bookings',
  '0100-redirects',
  '0110-house',
]
