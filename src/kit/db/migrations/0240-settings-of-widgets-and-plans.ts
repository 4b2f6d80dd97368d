/** How widgets of storefronts show bookings, and the settings of pricing plans. */
export const up = /* sql */ `
create table bookings_display_settings (
  site_id uuid not null references site on delete cascade,
  id uuid not null,
  app_id uuid not null,
  widget_type text not null check (widget_type in ('SIDE_PANEL_VIEW', 'CUSTOM')),
  custom_widget_key text not null default '' check (length(custom_widget_key) <= 90),
  side_panel_view jsonb not null default '{}',
  extended_fields jsonb not null default '{}',
  revision integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  unique (site_id, app_id, widget_type, custom_widget_key)
);
create table pricing_plans_settings (
  site_id uuid primary key references site on delete cascade,
  extended_fields jsonb not null default '{}',
  revision integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
`
