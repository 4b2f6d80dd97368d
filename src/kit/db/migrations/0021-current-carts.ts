/** The cart that a member or visitor fills now: the newest that is not ordered. */
export const up = `
create index booking_checkout_cart_of_member on booking_checkout (site_id, member_id, created_at desc)
  where kind = 'CART' and order_id is null and member_id is not null;
create index booking_checkout_cart_of_visitor on booking_checkout (site_id, visitor_id, created_at desc)
  where kind = 'CART' and order_id is null and member_id is null;
`
