/** What a location is used for, and its address in parts where it was entered in parts. */
export const up = /* sql */ `
alter table location add column postal_address jsonb;
alter table location add column types text[] not null default '{BRANCH}'
  check (types <@ array['BRANCH', 'OFFICES', 'RECEPTION', 'HEADQUARTERS', 'INVENTORY']);
`
