/** Counts guesses as before; a cluster refuses to compute with the time zone of a session within an update, so that the moment is computed before it. */
export const up = /* sql */ `
create or replace function count_guess(p_site uuid, p_key text, p_also jsonb, p_rule jsonb, p_now timestamptz, out wait int, out locks boolean) language plpgsql as $fn$
declare
  tried throttle%rowtype;
  used throttle%rowtype;
  one jsonb;
  span interval;
  since timestamptz;
  beyond int;
begin
  locks := false;
  select * into tried from throttle where site_id = p_site and key = p_key for update;
  if not found then
    /* On a conflict it changes nothing, but takes the row's lock and answers with it. */
    insert into throttle as t (site_id, key, count, window_starts_at) values (p_site, p_key, 0, p_now)
      on conflict (site_id, key) do update set key = excluded.key returning t.* into tried;
  end if;
  wait := greatest(0, ceil(extract(epoch from coalesce(tried.locked_until, p_now) - p_now)))::int;
  if wait > 0 then
    return;
  end if;
  for one in select a.value from jsonb_array_elements(p_also) with ordinality a(value, place) order by a.place loop
    span := make_interval(secs => (one->>'seconds')::float8);
    since := p_now - span;
    insert into throttle as t (site_id, key, count, window_starts_at) values (p_site, one->>'key', 1, p_now)
      on conflict (site_id, key) do update set
        count = case when t.window_starts_at <= since then 1 else t.count + 1 end,
        window_starts_at = case when t.window_starts_at <= since then p_now else t.window_starts_at end
      returning t.* into used;
    if (one->>'refuses')::boolean and used.count > (one->>'times')::bigint then
      wait := greatest(1, ceil(extract(epoch from used.window_starts_at + span - p_now)))::int;
      return;
    end if;
  end loop;
  span := make_interval(secs => (p_rule->>'window')::float8);
  if tried.window_starts_at <= p_now - span then
    tried.count := 0;
    tried.window_starts_at := p_now;
  end if;
  tried.count := tried.count + 1;
  tried.streak := tried.streak + 1;
  beyond := tried.streak - (p_rule->>'freeTries')::int;
  /* The greatest of two, of which either may be missing. */
  tried.locked_until := greatest(
    case when beyond >= 0 then
      p_now + make_interval(secs => least((p_rule->>'longestWait')::float8, (p_rule->>'firstWait')::float8 * 2 ^ least(beyond, 10)))
    end,
    case when tried.count >= (p_rule->>'mostPerWindow')::int then tried.window_starts_at + span end
  );
  update throttle set count = tried.count, streak = tried.streak, window_starts_at = tried.window_starts_at,
      locked_until = tried.locked_until, last_failure_at = p_now
    where site_id = p_site and key = p_key;
  locks := coalesce(tried.locked_until > p_now, false);
end $fn$;
`
