/** Who may enter: accounts and their people, apps and keys, identities, sessions, and the short-lived tokens between them. SQL stays within PostgreSQL 15. */
export const up = `
/* An account is the organisation that owns sites; its people and keys are older than any one site, so these tables are not led by site_id. */
create table account (
  id uuid primary key,
  name text not null,
  created_at timestamptz not null
);

create table owner_user (
  id uuid primary key,
  account_id uuid not null references account(id) on delete cascade,
  email text not null,
  name text not null,
  password_hash text not null,
  /* grows when a second step is taken away: remembered browsers and begun sign-ins die with the old one */
  second_step_version int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index owner_email_is_used_once on owner_user (lower(email));

create table owner_site_role (
  site_id uuid not null references site(id) on delete cascade,
  user_id uuid not null references owner_user(id) on delete cascade,
  role text not null check (role in ('OWNER', 'CONTRIBUTOR')),
  /* null means all */
  permissions text[],
  created_at timestamptz not null,
  primary key (site_id, user_id)
);
create index owner_site_role_of_user on owner_site_role (user_id);

create table owner_session (
  id uuid primary key,
  user_id uuid not null references owner_user(id) on delete cascade,
  token_hash text not null unique,
  csrf_token text not null,
  keep_signed_in boolean not null default false,
  created_at timestamptz not null,
  /* last time a password was entered in this session */
  verified_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  user_agent text not null default '',
  ip text not null default ''
);
create index owner_session_of_user on owner_session (user_id);

create table api_key (
  id uuid primary key,
  account_id uuid not null references account(id) on delete cascade,
  name text not null,
  key_hash text not null unique,
  /* the last four characters, to tell keys apart in a list */
  hint text not null,
  /* null means all */
  permissions text[],
  /* null means every site of the account */
  site_ids uuid[],
  expires_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create index api_key_of_account on api_key (account_id, created_at);

create table oauth_app (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  name text not null,
  description text not null default '',
  application_type text not null default 'WEB_APP' check (application_type in ('WEB_APP', 'MOBILE', 'OTHER')),
  technology text not null default '',
  login_url text,
  logout_url text,
  redirect_uris text[] not null default '{}',
  redirect_domains text[] not null default '{}',
  allow_localhost boolean not null default true,
  secret_hash text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (site_id, id)
);
/* The client id arrives alone, without its site. */
create unique index oauth_app_client_id on oauth_app (id);

create table identity (
  site_id uuid not null references site(id) on delete cascade,
  /* equals the member's id */
  id uuid not null,
  email text not null,
  /* trimmed, lower case, punycode: what e-mails are compared by */
  email_key text not null,
  email_verified boolean not null,
  /* sign-in asks for a code first */
  email_pending boolean not null default false,
  /* the policy wanted an owner's approval when this person signed up */
  approval_required boolean not null default false,
  /* disconnected or deleted: the e-mail is free again and sign-in is closed */
  closed boolean not null default false,
  reset_demanded boolean not null default false,
  password_hash text,
  password_version int not null default 1,
  profile jsonb not null,
  revision bigint not null default 1,
  welcomed boolean not null default false,
  last_code_at timestamptz,
  /* fingerprints of the browsers this person signed in with, newest last */
  known_devices text[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id)
);
create unique index identity_email_is_used_once on identity (site_id, email_key) where not closed;
create index identity_never_verified on identity (site_id, created_at) where email_pending and not closed;

create table identity_session (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  identity_id uuid not null,
  created_at timestamptz not null,
  /* last time a credential was checked in this session */
  verified_at timestamptz not null,
  last_used_at timestamptz not null,
  idle_until timestamptz not null,
  ends_at timestamptz not null,
  revoked_at timestamptz,
  revoke_reason text,
  user_agent text not null default '',
  ip text not null default '',
  primary key (site_id, id),
  foreign key (site_id, identity_id) references identity (site_id, id) on delete cascade
);
create index identity_session_of_identity on identity_session (site_id, identity_id) where revoked_at is null;

create table refresh_token (
  site_id uuid not null references site(id) on delete cascade,
  token_hash text not null,
  kind text not null check (kind in ('VISITOR', 'MEMBER')),
  client_id uuid,
  visitor_id uuid not null,
  identity_id uuid,
  session_id uuid,
  /* the authorization code it came from, so that a replay can take it back */
  code_hash text,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  idle_until timestamptz not null,
  ends_at timestamptz,
  revoked_at timestamptz,
  revoke_reason text,
  user_agent text not null default '',
  ip text not null default '',
  primary key (site_id, token_hash),
  foreign key (site_id, session_id) references identity_session (site_id, id) on delete cascade,
  check ((kind = 'MEMBER') = (session_id is not null))
);
/* The token arrives alone, without its site. */
create unique index refresh_token_by_hash on refresh_token (token_hash);
create index refresh_token_of_session on refresh_token (site_id, session_id) where session_id is not null;
create index refresh_token_idle on refresh_token (site_id, idle_until);

/*
 Everything between two steps: state, session, recovery and activation tokens, authorization codes, the browser's sign-in and
 known devices, second steps of members and owners, answers awaited from identity providers and passkeys, e-mail changes and
 their undoing. All hashed.
*/
create table flow_token (
  site_id uuid not null references site(id) on delete cascade,
  token_hash text not null,
  purpose text not null check (purpose in (
    'STATE', 'SESSION', 'RECOVERY', 'ACTIVATION', 'CODE', 'SSO', 'DEVICE', 'MFA', 'DECOY',
    'OWNER_MFA', 'OWNER_DEVICE', 'OWNER_RECOVERY', 'OWNER_PASSKEY', 'IDP', 'PASSKEY', 'EMAIL_CHANGE', 'EMAIL_UNDO')),
  identity_id uuid,
  session_id uuid,
  data jsonb not null default '{}',
  /* how often a wrong answer may still be given */
  tries_left int check (tries_left >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (site_id, token_hash),
  foreign key (site_id, identity_id) references identity (site_id, id) on delete cascade
);
create unique index flow_token_by_hash on flow_token (token_hash);
create index flow_token_of_identity on flow_token (site_id, identity_id, purpose);
create index flow_token_expiry on flow_token (site_id, expires_at);

/* The six digits mailed to a person; one live code per identity. */
create table email_code (
  site_id uuid not null references site(id) on delete cascade,
  identity_id uuid not null,
  code_hash text not null,
  tries_left int not null check (tries_left >= 0),
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (site_id, identity_id),
  foreign key (site_id, identity_id) references identity (site_id, id) on delete cascade
);

/* Counters of attempts: per site and key ('login:ann@shop.example', 'register-ip:…'). */
create table throttle (
  site_id uuid not null references site(id) on delete cascade,
  key text not null,
  count int not null,
  streak int not null default 0,
  window_starts_at timestamptz not null,
  locked_until timestamptz,
  last_failure_at timestamptz,
  notified_at timestamptz,
  primary key (site_id, key)
);

create table sign_on_policy (
  site_id uuid primary key references site(id) on delete cascade,
  require_owner_approval boolean not null default false,
  require_email_verification boolean not null default false,
  /* register for a used e-mail looks like a fresh one */
  hide_account_existence boolean not null default false,
  /* captcha, text messages, letters: see rules/settings.ts */
  settings jsonb not null default '{}',
  revision bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table audit_entry (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  action text not null,
  actor_kind text not null,
  actor_id text,
  subject_id text,
  ip text not null default '',
  request_id text not null default '',
  data jsonb not null default '{}',
  at timestamptz not null,
  primary key (site_id, id)
);
create index audit_entry_by_time on audit_entry (site_id, at desc, id desc);
create index audit_entry_of_subject on audit_entry (site_id, subject_id, at desc, id desc) where subject_id is not null;
create index audit_entry_by_action on audit_entry (site_id, action, at desc, id desc);

/* What a member proves themself with besides the password. One of each type. */
create table identity_factor (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  identity_id uuid not null,
  type text not null check (type in ('TOTP', 'EMAIL', 'SMS', 'CALL')),
  /* PENDING: begun and not yet proven; it does not count. REQUIRE_REENROLL: the business wants it set up anew. */
  status text not null check (status in ('PENDING', 'ACTIVE', 'REQUIRE_REENROLL')),
  secret text,
  phone text,
  /* the newest time step whose code was used: none works twice */
  last_step bigint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, identity_id) references identity (site_id, id) on delete cascade,
  check ((type = 'TOTP') = (secret is not null)),
  check ((type in ('SMS', 'CALL')) = (phone is not null))
);
create unique index identity_has_one_factor_of_a_type on identity_factor (site_id, identity_id, type);

create table recovery_code (
  site_id uuid not null references site(id) on delete cascade,
  identity_id uuid not null,
  code_hash text not null,
  used_at timestamptz,
  primary key (site_id, identity_id, code_hash),
  foreign key (site_id, identity_id) references identity (site_id, id) on delete cascade
);

/* The six digits sent for a second step; one live code per factor. */
create table factor_code (
  site_id uuid not null references site(id) on delete cascade,
  factor_id uuid not null,
  code_hash text not null,
  tries_left int not null check (tries_left >= 0),
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (site_id, factor_id),
  foreign key (site_id, factor_id) references identity_factor (site_id, id) on delete cascade
);

/* Text messages and calls, sent by a provider or kept here to be read. */
create table text_message (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('SMS', 'CALL')),
  recipient text not null,
  body text not null,
  /* two letters: a call is read aloud in it */
  language text not null,
  state text not null check (state in ('QUEUED', 'SENT', 'KEPT', 'FAILED')),
  error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (site_id, id)
);
create index text_message_by_time on text_message (site_id, created_at desc, id desc);

create table passkey (
  site_id uuid not null references site(id) on delete cascade,
  /* credential id as the authenticator names it */
  id text not null,
  identity_id uuid not null,
  public_key text not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (site_id, id),
  foreign key (site_id, identity_id) references identity (site_id, id) on delete cascade
);
create index passkey_of_identity on passkey (site_id, identity_id, created_at);

/* Other houses that vouch for people, by OpenID Connect. */
create table identity_provider (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  name text not null,
  issuer text not null,
  client_id text not null,
  client_secret text not null,
  scopes text not null default 'openid email profile',
  enabled boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id)
);
create table identity_connection (
  site_id uuid not null references site(id) on delete cascade,
  provider_id uuid not null,
  /* the provider's name for the person */
  subject text not null,
  identity_id uuid not null,
  email text,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (site_id, provider_id, subject),
  foreign key (site_id, provider_id) references identity_provider (site_id, id) on delete cascade,
  foreign key (site_id, identity_id) references identity (site_id, id) on delete cascade
);
create unique index identity_has_one_connection_per_provider on identity_connection (site_id, identity_id, provider_id);

/* A captcha answer works once. */
create table used_captcha (
  site_id uuid not null references site(id) on delete cascade,
  token_hash text not null,
  used_at timestamptz not null,
  primary key (site_id, token_hash)
);
create index used_captcha_by_time on used_captcha (site_id, used_at);

/* Second steps of dashboard users; like the users they belong to no single site. */
create table owner_factor (
  user_id uuid not null references owner_user(id) on delete cascade,
  type text not null check (type in ('TOTP', 'EMAIL')),
  status text not null check (status in ('PENDING', 'ACTIVE', 'REQUIRE_REENROLL')),
  secret text,
  last_step bigint not null default 0,
  created_at timestamptz not null,
  primary key (user_id, type),
  check ((type = 'TOTP') = (secret is not null))
);
/* The six digits mailed to a dashboard user; one live code each. */
create table owner_code (
  user_id uuid primary key references owner_user(id) on delete cascade,
  code_hash text not null,
  tries_left int not null check (tries_left >= 0),
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create table owner_passkey (
  /* credential id as the authenticator names it */
  id text primary key,
  user_id uuid not null references owner_user(id) on delete cascade,
  public_key text not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index owner_passkey_of_user on owner_passkey (user_id, created_at);
create table owner_recovery_code (
  user_id uuid not null references owner_user(id) on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

/* Somebody is asked to help run the site. */
create table owner_invitation (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  email text not null,
  role text not null check (role in ('OWNER', 'CONTRIBUTOR')),
  permissions text[],
  token_hash text not null,
  invited_by uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  primary key (site_id, id)
);
create unique index owner_invitation_by_token on owner_invitation (token_hash);
create unique index one_open_invitation_per_email on owner_invitation (site_id, lower(email)) where accepted_at is null and revoked_at is null;
`
