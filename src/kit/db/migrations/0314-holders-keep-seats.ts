/**
 * Who holds seats keeps them where the session was made smaller since: a booking that waits to be paid or accepted, a party that gets smaller, an offer that is
 * taken up. Before, they were refused as if the seats were others'. Source: guide bookings §7.1.
 */
export const up = /* sql */ `
create or replace function claim_seats(p_site uuid, p_session text, p_capacity int, p_booking uuid, p_people int, p_hold timestamptz, p_now timestamptz, p_offer boolean, p_from_offer uuid, p_forced boolean)
returns int language plpgsql as $$
declare
  seat session_seat;
  /* People who leave now: holds that ran out, what the booking had before, the offer it takes up. */
  gone int;
  mine int;
  handed int;
  used int;
  open int;
begin
  select * into seat from session_seat where site_id = p_site and session_id = p_session for update;
  if not found then
    insert into session_seat (site_id, session_id, capacity) values (p_site, p_session, p_capacity) on conflict do nothing;
    select * into seat from session_seat where site_id = p_site and session_id = p_session for update;
  end if;
  with cleared as (delete from seat_use where site_id = p_site and session_id = p_session and hold_until <= p_now returning people)
    select coalesce(sum(people), 0) into gone from cleared;
  select people into mine from seat_use where site_id = p_site and booking_id = p_booking and session_id = p_session;
  select people into handed from seat_use where site_id = p_site and booking_id = p_from_offer and session_id = p_session and booking_id <> p_booking;
  used := seat.taken - gone - coalesce(mine, 0) - coalesce(handed, 0);
  /* The seats that it holds are its own, also in a session that has become too small for all. */
  open := greatest(0, p_capacity - used, coalesce(mine, 0) + coalesce(handed, 0));
  /* While others wait, only offers and those who hold one (or already sit here) get a seat. */
  if seat.waiting > 0 and not p_offer and p_from_offer is null and not p_forced
    and mine is null then
    open := 0;
  end if;
  if p_people > open and not p_forced then
    update session_seat set capacity = p_capacity, taken = seat.taken - gone,
      overfilled_to = greatest(overfilled_to, taken) where site_id = p_site and session_id = p_session;
    return -1 - open;
  end if;
  if handed is not null then
    delete from seat_use where site_id = p_site and session_id = p_session and booking_id = p_from_offer;
  end if;
  insert into seat_use (site_id, session_id, booking_id, people, offer, hold_until) values (p_site, p_session, p_booking, p_people, p_offer, p_hold)
    on conflict (site_id, booking_id, session_id) do update set people = excluded.people, offer = excluded.offer, hold_until = excluded.hold_until;
  update session_seat set capacity = p_capacity, taken = used + p_people,
    overfilled_to = case when p_forced or used + p_people > p_capacity then greatest(overfilled_to, used + p_people) else overfilled_to end
    where site_id = p_site and session_id = p_session;
  return greatest(0, p_capacity - used - p_people);
end $$;
drop function keep_seats(uuid, text, int, uuid, int, timestamptz, timestamptz);
create function keep_seats(p_site uuid, p_session text, p_booking uuid, p_people int, p_hold timestamptz, p_now timestamptz)
returns boolean language plpgsql as $$
begin
  update seat_use u set hold_until = p_hold
    where u.site_id = p_site and u.booking_id = p_booking and u.session_id = p_session and u.people = p_people and not u.offer
      and (u.hold_until is null or u.hold_until > p_now)
      and exists (select from calendar_event e where e.site_id = p_site and e.id = p_session and e.status = 'CONFIRMED');
  return found;
end $$;
`
