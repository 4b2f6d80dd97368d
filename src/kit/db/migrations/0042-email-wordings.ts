/** Emails in the words of the business, emails that time causes, and the outbox by state and template. */
export const up = /* sql */ `
create table email_wording (
  site_id uuid not null references site(id) on delete cascade,
  template text not null,
  language text not null,
  subject text not null,
  body text not null,
  button_label text not null,
  updated_at timestamptz not null,
  primary key (site_id, template, language)
);
create table email_automation (
  site_id uuid not null references site(id) on delete cascade,
  kind text not null,
  is_on boolean not null,
  amount integer not null,
  /* What was due until then was looked at. */
  done_until timestamptz,
  primary key (site_id, kind)
);
create index contact_by_birthday on contact (site_id, ((extract(month from birthdate) * 100 + extract(day from birthdate))::integer)) where birthdate is not null;
create index email_by_state on email (site_id, state, created_at desc, id);
create index email_by_template on email (site_id, template, created_at desc, id);
`
