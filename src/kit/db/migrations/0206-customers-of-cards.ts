/** The customer at the provider that a card belongs to, where it is another than that of its member: bookings have a customer of their own. */
export const up = /* sql */ `
alter table payment_method add column customer text;
`
