/** Browsers in which somebody signed in: their wrong guesses are counted apart, so that strangers cannot lock the person out there. */
export const up = `
alter table flow_token drop constraint flow_token_purpose_check;
alter table flow_token add constraint flow_token_purpose_check check (purpose in (
  'STATE', 'SESSION', 'RECOVERY', 'ACTIVATION', 'CODE', 'SSO', 'DEVICE', 'MFA', 'DECOY',
  'OWNER_MFA', 'OWNER_DEVICE', 'OWNER_RECOVERY', 'OWNER_PASSKEY', 'IDP', 'PASSKEY', 'EMAIL_CHANGE', 'EMAIL_UNDO',
  'KNOWN_BROWSER', 'OWNER_KNOWN_BROWSER'));
`
