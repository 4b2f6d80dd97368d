/** Who is enrolled from a waiting list holds the place for a checkout from then on: an hour after the booking was made its longest hold would be over. */
export const up = `
alter table waitlist_entry add column enrolled_at timestamptz;
`
