/** The booking that a redirect session made, so that a form that is posted twice does not book twice. */
export const up = /* sql */ `
create table booking_flow (
  site_id uuid not null references site (id) on delete cascade,
  redirect_session_id uuid not null,
  /* Which slot was posted: one flow may book several. */
  slot text not null,
  /* Null until the first post has booked. */
  booking_id uuid,
  created_at timestamptz not null,
  primary key (site_id, redirect_session_id, slot)
);
create index booking_flow_by_age on booking_flow (site_id, created_at);
`
