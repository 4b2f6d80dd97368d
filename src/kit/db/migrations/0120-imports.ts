/** Tables of other systems that are imported: the file row by row, what came of each row, and what a row became. */
export const up = /* sql */ `
create table data_import (
  site_id uuid not null references site (id) on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('MEMBERS', 'SERVICES', 'PLANS', 'ORDERS', 'BOOKINGS')),
  status text not null check (status in ('RECEIVING', 'READY', 'RUNNING', 'FINISHED', 'CANCELED')),
  file_name text not null check (length(file_name) <= 200),
  /* Names of the columns in their order, each once. */
  columns jsonb not null,
  /* Preset, mapping, order of day and month, and what was chosen. */
  options jsonb not null,
  row_count int not null default 0 check (row_count >= 0),
  created_count int not null default 0,
  updated_count int not null default 0,
  skipped_count int not null default 0,
  failed_count int not null default 0,
  created_by uuid,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (site_id, id),
  check (created_count + updated_count + skipped_count + failed_count <= row_count)
);
create index data_import_newest on data_import (site_id, created_at desc);
create table data_import_row (
  site_id uuid not null,
  import_id uuid not null,
  /* Line of the file on which the row ends; the header is line 1. */
  line int not null,
  state text not null check (state in ('WAITING', 'CREATED', 'UPDATED', 'SKIPPED', 'FAILED')),
  /* As they stand in the file; gone once the row has come. */
  cells jsonb,
  reason text,
  primary key (site_id, import_id, line),
  foreign key (site_id, import_id) references data_import (site_id, id) on delete cascade
);
create index data_import_row_waiting on data_import_row (site_id, import_id, line) where state = 'WAITING';
/* What a row became: the same row makes nothing twice, in whichever file it comes. */
create table data_import_origin (
  site_id uuid not null references site (id) on delete cascade,
  kind text not null,
  key text not null check (length(key) <= 1000),
  entity_id uuid not null,
  primary key (site_id, kind, key)
);
`
