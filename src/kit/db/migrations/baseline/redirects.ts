/** Redirect sessions: the way from a storefront to one of our own pages and back. SQL stays within PostgreSQL 15. */
export const up = `
create table redirect_session (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  intent text not null check (intent in ('auth', 'login', 'logout', 'paidPlansCheckout', 'bookingsCheckout', 'bookingsBook', 'ecomCheckout')),
  payload jsonb not null,
  callbacks jsonb not null,
  preferences jsonb not null,
  client_id uuid,
  /* whose token made it: VISITOR, MEMBER or BUSINESS */
  actor_kind text not null check (actor_kind in ('VISITOR', 'MEMBER', 'BUSINESS')),
  visitor_id uuid,
  member_id uuid,
  /* the member's session at that time: it ends, the flow ends */
  identity_session_id uuid,
  origin text,
  /* path and query of our page */
  target text not null,
  /* proof for the first visit, used once; afterwards the browser holds the flow cookie */
  transfer_hash text not null,
  short_code text not null,
  flow_hash text,
  entered_at timestamptz,
  created_at timestamptz not null,
  enter_until timestamptz not null,
  ends_at timestamptz not null,
  primary key (site_id, id)
);
/* rs and the short code arrive alone, without their site. */
create unique index redirect_session_by_id on redirect_session (id);
create unique index redirect_session_by_short_code on redirect_session (short_code);
create index redirect_session_end on redirect_session (site_id, ends_at);
`
