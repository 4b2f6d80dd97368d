/** How much experience a service asks for; null: the owner says nothing. */
export const up = /* sql */ `
alter table service add column level text;
alter table service add constraint service_level_is_known check (level in ('BEGINNER', 'INTERMEDIATE', 'ADVANCED', 'ALL'));
`
