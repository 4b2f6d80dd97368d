/** The accounts of the ledger that stand for money at a provider or in hand are named as accounting names them. */
export const up = /* sql */ `
update ledger_entry set
  from_account = regexp_replace(from_account, '^till:', 'cash:'),
  to_account = regexp_replace(to_account, '^till:', 'cash:')
where from_account like 'till:%' or to_account like 'till:%';
update ledger_balance set account = regexp_replace(account, '^till:', 'cash:') where account like 'till:%';
`
