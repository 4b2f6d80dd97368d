/** Forms as data, intake submissions of people, and the files that they attach. */
export const up = /* sql */ `
create table form (
  site_id uuid not null references site (id) on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('BOOKING', 'INTAKE')),
  name text not null check (length(name) between 1 and 200),
  fields jsonb not null,
  /* INTAKE: after how many months it is asked again; null: once. */
  validity_months int check (validity_months between 1 and 120),
  archived_at timestamptz,
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id)
);
alter table form_submission alter column booking_id drop not null;
alter table form_submission add column kind text not null default 'BOOKING' check (kind in ('BOOKING', 'INTAKE'));
alter table form_submission add column contact_id uuid;
/* What was asked and answered, in words that stay when the form changes; null before forms were data. */
alter table form_submission add column answers jsonb;
update form_submission set contact_id = booking.contact_id from booking
  where booking.site_id = form_submission.site_id and booking.id = form_submission.booking_id;
alter table form_submission add constraint form_submission_intake_has_person check (kind <> 'INTAKE' or contact_id is not null);
create index form_submission_by_contact on form_submission (site_id, contact_id, form_id);
create table form_file (
  site_id uuid not null references site (id) on delete cascade,
  id uuid not null,
  form_id uuid not null,
  /* Null until the form is sent; what is never sent is deleted after a day. */
  submission_id uuid,
  name text not null check (length(name) between 1 and 120),
  media_type text not null,
  bytes bytea not null check (octet_length(bytes) between 1 and 10485760),
  created_at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, submission_id) references form_submission (site_id, id) on delete cascade
);
create index form_file_by_submission on form_file (site_id, submission_id);
create index form_file_unsent on form_file (site_id, created_at) where submission_id is null;
/* Whoever saw bookings saw their answers, and keeps doing so until the owner decides otherwise. */
update team_role set permissions = array_append(permissions, 'FORMS.SUBMISSION_READ') where 'BOOKINGS.BOOKING_READ' = any (permissions);
update owner_site_role set permissions = array_append(permissions, 'FORMS.SUBMISSION_READ') where 'BOOKINGS.BOOKING_READ' = any (permissions);
update owner_invitation set permissions = array_append(permissions, 'FORMS.SUBMISSION_READ') where 'BOOKINGS.BOOKING_READ' = any (permissions);
update api_key set permissions = array_append(permissions, 'FORMS.SUBMISSION_READ') where 'BOOKINGS.BOOKING_READ' = any (permissions);
`
