/** Owners look for emails by a part of the address. Source: decision 0035. */
export const up = /* sql */ `
create index email_recipient_trigrams on email using gin (lower(recipient) gin_trgm_ops);
`
