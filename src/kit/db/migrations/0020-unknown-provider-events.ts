/** What payment providers report that belongs to no site of this server; so it has no site. */
export const up = `
create table unknown_provider_event (
  provider text not null,
  event_id text not null,
  kind text not null,
  /* The provider's id of the payment, dispute or card. */
  ref text not null,
  /* The site that the event names, when it names one. */
  named_site text,
  received_at timestamptz(3) not null,
  primary key (provider, event_id)
);
create index unknown_provider_event_newest on unknown_provider_event (received_at desc, provider, event_id);
`
