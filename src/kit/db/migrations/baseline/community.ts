/** What members do with and to each other: reports, follows, texts about themselves, badges. SQL stays within PostgreSQL 15. */
export const up = `
/* One open report per pair: saying it again changes the report. */
create table member_report (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  reported_id uuid not null,
  reporter_id uuid not null check (reporter_id <> reported_id),
  category text not null check (category in ('SPAM', 'IMPERSONATION', 'HARASSMENT', 'OTHER')),
  description text not null default '',
  /* The owner decided about it, by blocking the member. */
  reviewed boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, reported_id) references member (site_id, id) on delete cascade,
  foreign key (site_id, reporter_id) references member (site_id, id) on delete cascade
);
create unique index member_report_once_per_pair on member_report (site_id, reported_id, reporter_id);
create index member_report_by_reporter on member_report (site_id, reporter_id, created_at);
create index member_report_by_time on member_report (site_id, created_at, id);

create table member_follow (
  site_id uuid not null references site(id) on delete cascade,
  follower_id uuid not null,
  followed_id uuid not null check (followed_id <> follower_id),
  created_at timestamptz not null,
  primary key (site_id, follower_id, followed_id),
  foreign key (site_id, follower_id) references member (site_id, id) on delete cascade,
  foreign key (site_id, followed_id) references member (site_id, id) on delete cascade
);
create index member_follow_by_followed on member_follow (site_id, followed_id, created_at);
create index member_follow_by_follower on member_follow (site_id, follower_id, created_at);

/* One text per member. */
create table member_about (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  member_id uuid not null,
  content jsonb not null,
  revision bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, member_id) references member (site_id, id) on delete cascade
);
create unique index member_about_once_per_member on member_about (site_id, member_id);

create table badge (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  title text not null check (length(title) between 1 and 50),
  description text not null default '' check (length(description) <= 1500),
  background_color text not null check (background_color ~* '^#[0-9a-f]{6}$'),
  text_color text not null check (text_color ~* '^#[0-9a-f]{6}$'),
  icon jsonb,
  /* While true, whoever has the badge has its role. */
  permissions_enabled boolean not null default false,
  role_key text,
  slug text not null,
  position int not null,
  revision bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, role_key) references member_role_definition (site_id, role_key)
);
create index badge_by_role on badge (site_id, role_key) where role_key is not null;
create unique index badge_slug_is_unique on badge (site_id, slug);
create table badge_assignment (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  badge_id uuid not null,
  member_id uuid not null,
  created_at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, badge_id) references badge (site_id, id) on delete cascade,
  foreign key (site_id, member_id) references member (site_id, id) on delete cascade
);
create unique index badge_is_assigned_once on badge_assignment (site_id, badge_id, member_id);
create index badge_assignment_by_member on badge_assignment (site_id, member_id);
create index badge_assignment_by_time on badge_assignment (site_id, created_at, id);
`
