/** How many people asked for a place in a full class is counted by the time they asked. */
export const up = /* sql */ `
create index waitlist_entry_by_creation on waitlist_entry (site_id, created_at);
`
