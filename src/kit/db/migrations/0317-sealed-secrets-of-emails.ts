/**
 * Codes and links of emails that wait, failed or were kept: apart from the other variables, where the start seals them, and no longer in the words. The
 * words of a kept one, with them, are sealed as well: its owner passes them on. JSON is written as text: an update in a cluster calls nothing that makes
 * one of the other.
 */
const templates = [
  'VERIFY_EMAIL_CODE',
  'SIGN_IN_CODE',
  'EMAIL_CHANGE_CODE',
  'EMAIL_CHANGED',
  'PASSWORD_RESET',
  'SET_PASSWORD',
  'OWNER_INVITATION',
  'OWNER_PASSWORD_RESET',
  'staff-invitation',
]
const names = ['code', 'link', 'undoLink'] as const

const quote = (text: string): string =>
  `'"' || regexp_replace(replace(replace(replace(${text}, '\\', '\\\\'), '"', '\\"'), E'\\n', '\\n'), E'[\\x01-\\x1f]', ' ', 'g') || '"'`
/** The one secret that such an email has. */
const [name, secret] = [
  `case ${names.map((one) => `when variables ? '${one}' then '${one}'`).join(' ')} end`,
  `coalesce(${names.map((one) => `variables->>'${one}'`).join(', ')})`,
]
const token = `coalesce(substring(${secret} from '[?&]token=([^&#]+)'), ${secret})`
const redact = (column: string): string => `replace(${column}, ${token}, '•••')`
const words = `case when state = 'KEPT' then
    ',"words":{"subject":' || ${quote(`coalesce(subject, '')`)} || ',"html":' || ${quote(`coalesce(html, '')`)} || ',"text":' || ${quote(`coalesce(body_text, '')`)} || '}'
  else '' end`

export const up = /* sql */ `
alter table email add column secrets text;
update email set
  secrets = '{"variables":{"' || ${name} || '":' || ${quote(secret)} || '}' || ${words} || '}',
  variables = variables - array[${names.map((one) => `'${one}'`).join(', ')}],
  subject = ${redact('subject')}, html = ${redact('html')}, body_text = ${redact('body_text')}
where state in ('QUEUED', 'FAILED', 'KEPT') and template in (${templates.map((one) => `'${one}'`).join(', ')}) and coalesce(${secret}, '') <> '';
`
