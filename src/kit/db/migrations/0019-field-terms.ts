/** Tables, columns, indexes, constraints and functions take the words of the field; queued jobs and stored settings go along. */
export const up = `
alter table letter rename to email;
alter table email rename column once_key to unique_key;
alter table letter_reader rename to email_preference;
alter table email_preference rename column reader to recipient;
alter table email_preference rename column refused to unsubscribed_kinds;
alter table rehearsal rename to simulation;
alter table simulation rename column made_by to created_by;
alter table site rename column rehearsal_of to simulation_of;
alter table order_worth rename to recurring_revenue;
alter table email_code rename column tries_left to attempts_left;
alter table factor_code rename column tries_left to attempts_left;
alter table owner_code rename column tries_left to attempts_left;
alter table flow_token rename column tries_left to attempts_left;
alter table nightly_check rename column looked_at to last_checked_id;
alter table identity rename column reset_demanded to password_reset_required;
alter table member rename column awaits_email_proof to awaits_email_verification;

/* Indexes and constraints: those of renamed tables by their prefix, others by name. */
do $rename$
declare
  term record;
  item record;
begin
  for term in select * from (values
    (1, 'letter_sent_once', 'email_is_queued_once'), (1, 'letter_reader', 'email_preference'), (2, 'letter_', 'email_'),
    (1, 'site_of_a_rehearsal', 'site_by_simulated_site'), (1, 'site_rehearsal_of', 'site_simulation_of'), (2, 'rehearsal', 'simulation'),
    (1, 'worth_by_', 'recurring_revenue_by_'), (1, 'order_worth', 'recurring_revenue'),
    (1, 'money_moves_once', 'ledger_entry_key_is_unique'), (1, 'money_moves_between_two_accounts', 'ledger_entry_has_two_accounts'),
    (1, 'money_move_', 'ledger_entry_'),
    (1, 'payable_receipt_', 'receipt_'), (1, 'payable_dispute_', 'dispute_'), (1, 'payable_refund_on_its_way', 'refund_pending'),
    (1, 'payable_refunds_stay', 'receipt_refunds_stay'), (2, 'payable_refund_', 'refund_'), (1, 'payable_credit_note_', 'credit_note_'),
    (1, 'payable_line_', 'receipt_line_'), (1, 'line_refunds_stay', 'receipt_line_refunds_stay'),
    (1, 'email_code_tries_', 'email_code_attempts_'), (1, 'factor_code_tries_', 'factor_code_attempts_'),
    (1, 'owner_code_tries_', 'owner_code_attempts_'), (1, 'flow_token_tries_', 'flow_token_attempts_'),
    (1, 'member_by_standing', 'member_by_community_role'), (1, 'member_by_words', 'member_by_text_bigrams'),
    (1, 'member_by_proof', 'member_by_email_verification'), (1, 'member_in_order_of_', 'member_sorted_by_'),
    (1, 'attendance_is_said_once_per_session', 'attendance_is_unique_per_session'),
    (1, 'an_event_is_told_once_per_webhook', 'webhook_delivery_is_unique_per_event'),
    (1, 'job_given_up', 'job_dead')
  ) as terms (step, former, field) order by step loop
    for item in select conname as name, conrelid::regclass as owner from pg_constraint
        where connamespace = current_schema()::regnamespace and conrelid <> 0 and left(conname, length(term.former)) = term.former loop
      execute format('alter table %s rename constraint %I to %I', item.owner, item.name, term.field || substr(item.name, length(term.former) + 1));
    end loop;
    for item in select relname as name from pg_class
        where relnamespace = current_schema()::regnamespace and relkind = 'i' and left(relname, length(term.former)) = term.former loop
      execute format('alter index %I rename to %I', item.name, term.field || substr(item.name, length(term.former) + 1));
    end loop;
  end loop;
end $rename$;

/* Functions; then the bodies that call one of them by its former name. */
alter function letter_pairs(text) rename to text_bigrams;
alter function pairs_of_word(text) rename to word_bigrams;
alter function once_each(text[]) rename to distinct_texts;
do $rename$
declare
  item record;
begin
  for item in select oid::regprocedure as signature, case proname
        when 'take_seats' then 'claim_seats' when 'must_take_seats' then 'claim_seats_or_raise' else 'upsert_guest_contact' end as field
      from pg_proc where pronamespace = current_schema()::regnamespace and proname in ('take_seats', 'must_take_seats', 'contact_of_guest') loop
    execute format('alter function %s rename to %I', item.signature, item.field);
  end loop;
  for item in select pg_get_functiondef(oid) as definition
      from pg_proc where pronamespace = current_schema()::regnamespace and proname in ('claim_seats_or_raise', 'word_bigrams', 'upsert_guest_contact') loop
    execute replace(replace(replace(item.definition, ' take_seats(', ' claim_seats('), 'letter_pairs(', 'text_bigrams('), 'once_each(', 'distinct_texts(');
  end loop;
end $rename$;

/* Jobs that wait, stored settings and secrets. */
update job set kind = 'email', data = case when data ? 'letterId' then jsonb_build_object('emailId', data -> 'letterId') else data end where kind = 'letter';
update job set kind = 'orders.simulate' where kind = 'orders.rehearse';
update job set kind = 'members.redact-history' where kind = 'members.forget';
update sign_on_policy set settings = settings - 'letters' || jsonb_build_object('emails', settings -> 'letters') where settings ? 'letters';
update system_secret set name = 'email-preference-links' where name = 'letter-links';

/* Simulations that run: their cards and charges name the provider that reaches nobody. */
update payment_method set provider = 'simulation', token = regexp_replace(token, '^rehearsal:', 'simulation:')
  where provider = 'rehearsal' and site_id in (select id from site where simulation_of is not null);
update payment_attempt set provider = 'simulation', ref = regexp_replace(ref, '^rehearsal:', 'simulation:')
  where provider = 'rehearsal' and site_id in (select id from site where simulation_of is not null);
update receipt set provider = 'simulation', ref = regexp_replace(ref, '^rehearsal:', 'simulation:')
  where provider = 'rehearsal' and site_id in (select id from site where simulation_of is not null);
update refund set provider = 'simulation', ref = regexp_replace(ref, '^rehearsal:', 'simulation:')
  where provider = 'rehearsal' and site_id in (select id from site where simulation_of is not null);
`
