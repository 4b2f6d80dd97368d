/** What the business notes about a booking for the day itself; the customer never sees it. */
export const up = /* sql */ `
alter table booking add column business_note text;
`
