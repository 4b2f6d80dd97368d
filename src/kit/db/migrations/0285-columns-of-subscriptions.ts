/** The list of subscriptions has columns to choose, too. */
export const up = /* sql */ `
alter table list_columns drop constraint list_columns_screen_check;
alter table list_columns add constraint list_columns_screen_check
  check (screen in ('bookings', 'members', 'payments', 'services', 'subscriptions'));
`
