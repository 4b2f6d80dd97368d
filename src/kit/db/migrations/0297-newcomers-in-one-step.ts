/**
 * A booking that is new to a session with room and without a waitlist takes its seats in one update and one insert: no look at holds that ran out, offers and
 * what it had before. Where that does not suffice, `claim_seats` decides as before. Seats of holds that ran out stay counted meanwhile, so that never too
 * many get in; they are cleared by their schedule, or when a party needs them.
 */
export const up = /* sql */ `
create or replace function claim_seats_or_raise(p_site uuid, p_session text, p_capacity int, p_booking uuid, p_people int, p_hold timestamptz, p_now timestamptz, p_forced boolean)
returns void language plpgsql as $$
declare
  room int;
  remaining int;
begin
  if not p_forced then
    update session_seat set taken = taken + p_people
      where site_id = p_site and session_id = p_session and capacity = p_capacity and waiting = 0 and taken + p_people <= p_capacity;
    if found then
      insert into seat_use (site_id, session_id, booking_id, people, offer, hold_until) values (p_site, p_session, p_booking, p_people, false, p_hold)
        on conflict do nothing;
      if found then return; end if;
      /* It has seats here already, which it gives up with the same claim. */
      update session_seat set taken = taken - p_people where site_id = p_site and session_id = p_session;
    end if;
  end if;
  room := claim_seats(p_site, p_session, p_capacity, p_booking, p_people, p_hold, p_now, false, null, p_forced);
  if room < 0 then
    select p_capacity - s.taken + coalesce((select sum(people) from seat_use u where u.site_id = p_site and u.session_id = p_session and u.offer), 0) into remaining
      from session_seat s where s.site_id = p_site and s.session_id = p_session;
    raise exception using errcode = 'AT001', message = 'the party does not fit', detail = json_build_object('left', -1 - room, 'kept', remaining >= p_people)::text;
  end if;
end $$;
`
