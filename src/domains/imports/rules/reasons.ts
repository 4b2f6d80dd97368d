/** Why a row does not come: a code with its data, and the sentence that is made from them. Pure. */

/** Sentences that follow the name of a column, or stand for the row as a whole; `{name}` stands for a value of the data. */
const texts = {
  NOT_A_TEXT: '“{value}” is no text',
  NOT_AN_EMAIL: '“{value}” is no email',
  NOT_A_DATE: '“{value}” is no date',
  NOT_A_DATE_WITH_TIME: '“{value}” is no date with a time',
  NOT_A_TIME: '“{value}” is no time of day',
  NOT_AN_AMOUNT: '“{value}” is no amount',
  NOT_A_WHOLE_NUMBER: '“{value}” is no whole number',
  NOT_YES_OR_NO: '“{value}” is neither yes nor no',
  NOT_A_PERIOD: '“{value}” is no period',
  NOT_A_SERVICE_TYPE: '“{value}” is neither appointment, class nor course',
  NOT_A_SERVICE_LEVEL: '“{value}” is no level: beginner, intermediate, advanced or all levels',
  NOT_A_COUNTRY: '“{value}” is no country',
  NOT_A_LIST: '“{value}” is no list',
  TOO_LONG: 'has more than {max} characters',
  UNKNOWN_PASSWORD_HASH: 'is a password hash of an unknown kind',
  VALUE_MISSING: 'has no {field}',
  NO_MULTIPLE_OF_PERIOD: 'is no multiple of the billing period',
  SAME_AS_ROW: 'is the same as row {row}',
  IMPORTED_BEFORE: 'was imported before',
  ALREADY_HERE: 'is here already',
  ALREADY_MEMBER: 'is a member already',
  MEMBER_UNCHANGED: 'is a member already, with the same details',
  PLAN_NAME_TAKEN: 'there is a plan with this name already',
  SERVICE_NAME_TAKEN: 'there is a service with this name already',
  PLAN_UNKNOWN: 'there is no plan “{plan}”: import or add your plans first',
  MEMBER_UNKNOWN: '{email} is no member: import your members first',
  SERVICE_UNKNOWN: 'there is no service “{service}”: import or add your services first',
  STAFF_MEMBER_UNKNOWN: 'there is no staff member “{staff}”',
  STAFF_MEMBER_GIVES_NO_SERVICES: 'there is no staff member “{staff}” who gives services',
  STAFF_MISSING: 'an appointment needs a staff member: add your team first',
  SESSION_UNKNOWN: '“{service}” has no session then: add it in the calendar first',
  BOOKING_CANCELED: 'was cancelled or declined',
  BOOKING_ON_WAITLIST: 'is on a waitlist: waitlists are not brought over',
  BOOKING_PAST: 'is in the past',
  ORDER_NEVER_PAID: 'was never paid for',
  ORDER_ENDED: 'has ended',
} as const

export type ReasonCode = keyof typeof texts
type ValueName<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | ValueName<Rest> : never
type DataOf<Code extends ReasonCode> = Record<ValueName<(typeof texts)[Code]>, string | number>

export interface Reason {
  /** One of ours, or that of the refusal with which the row was turned away. */
  code: string
  data: Readonly<Record<string, unknown>>
  text: string
}

type ArgumentsOf<Code extends ReasonCode> = ValueName<(typeof texts)[Code]> extends never ? [] : [data: DataOf<Code>]
/** A reason of ours with its sentence. */
export const createReason = <Code extends ReasonCode>(code: Code, ...args: ArgumentsOf<Code>): Reason => {
  const [data = {}]: readonly Readonly<Record<string, string | number>>[] = args
  return { code, data, text: texts[code].replace(/\{(\w+)\}/g, (_, name: string) => String(data[name] ?? '')) }
}

/** What a refusal says, as the reason of a row. */
export const toReason = ({ code, description, data }: { code: string; description: string; data: Readonly<Record<string, unknown>> }): Reason => ({
  code,
  data,
  text: description,
})

/** Several problems of one row as one reason, each named with its column; one alone keeps its code. */
export function joinReasons(problems: readonly { column?: string | undefined; reason: Reason }[]): Reason {
  const toText = ({ column, reason }: (typeof problems)[number]) => (column === undefined ? reason.text : `${column} ${reason.text}`)
  const text = problems.map(toText).join('; ')
  const [only, another] = problems
  if (only && !another) return { ...only.reason, text }
  const parts = problems.map(({ column, reason: { code, data } }) => ({ ...(column !== undefined && { column }), code, data }))
  return { code: 'SEVERAL_PROBLEMS', data: { problems: parts }, text }
}
