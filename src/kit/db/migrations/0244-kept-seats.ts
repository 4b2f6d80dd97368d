/**
 * A booking that holds its seats keeps them without the lock on its session, for which all who book it wait: the number of seats that are taken stays as
 * it is. False where claim_seats has to decide: the hold ran out, the party grew, the session was cancelled, or has become smaller than what is taken.
 */
export const up = /* sql */ `
create function keep_seats(p_site uuid, p_session text, p_default_capacity int, p_booking uuid, p_people int, p_hold timestamptz, p_now timestamptz)
returns boolean language plpgsql as $$
begin
  update seat_use u set hold_until = p_hold
    where u.site_id = p_site and u.booking_id = p_booking and u.session_id = p_session and u.people = p_people and not u.offer
      and (u.hold_until is null or u.hold_until > p_now)
      and exists (
        select from calendar_event e join session_seat s on s.site_id = e.site_id and s.session_id = e.id
        where e.site_id = p_site and e.id = p_session and e.status = 'CONFIRMED' and s.taken <= coalesce(e.capacity, p_default_capacity));
  return found;
end $$;
`
