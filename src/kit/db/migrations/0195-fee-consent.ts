/** What a customer agreed to when a card was kept for a fee of the booking, in the words that were shown, and when. */
export const up = /* sql */ `
alter table booking add column fee_consent_text text;
alter table booking add column fee_consent_at timestamptz;
alter table booking add constraint booking_fee_consent_is_whole check ((fee_consent_text is null) = (fee_consent_at is null));
`
