/** What can be imported, and what the columns of a file may mean. The screen, the mapping and the reading of rows follow this table. */
// In the order in which they are imported: each refers to those before it.
export const importKinds = ['MEMBERS', 'SERVICES', 'PLANS', 'ORDERS', 'BOOKINGS'] as const
export type ImportKind = (typeof importKinds)[number]

/** How a cell is read; see `read-row.ts`. */
export type ValueType = 'text' | 'email' | 'date' | 'dateTime' | 'time' | 'amount' | 'integer' | 'yesNo' | 'period' | 'serviceType' | 'list' | 'country'

export interface ImportField {
  name: string
  /** As the dashboard names it, and as the column of an empty table is called. */
  label: string
  type: ValueType
  /** Greatest number of characters; of the domain that owns the value. */
  max?: number
  /** A row without it cannot come. */
  required?: true
  /** Column names of other systems that mean it, in lower case and without punctuation. */
  names: readonly string[]
  example: string
}

const person: readonly ImportField[] = [
  {
    name: 'name',
    label: 'Full name',
    type: 'text',
    max: 200,
    names: ['name', 'full name', 'client name', 'customer name', 'client', 'customer', 'member', 'member name', 'buyer name'],
    example: '',
  },
  {
    name: 'firstName',
    label: 'First name',
    type: 'text',
    max: 100,
    names: ['first name', 'firstname', 'given name', 'forename', 'vorname', 'client first name', 'customer first name'],
    example: 'Ava',
  },
  {
    name: 'lastName',
    label: 'Last name',
    type: 'text',
    max: 100,
    names: ['last name', 'lastname', 'surname', 'family name', 'nachname', 'client last name', 'customer last name'],
    example: 'Berg',
  },
  {
    name: 'phone',
    label: 'Phone',
    type: 'text',
    max: 50,
    names: ['phone', 'phone number', 'mobile', 'mobile phone', 'cell phone', 'phone 1', 'telephone', 'telefon', 'handy', 'client phone', 'customer phone'],
    example: '+49 30 123456',
  },
]
const email = (label: string): ImportField => ({
  name: 'email',
  label,
  type: 'email',
  required: true,
  max: 254,
  names: [
    'email',
    'e mail',
    'login email',
    'email address',
    'email 1',
    'mail',
    'customer email',
    'client email',
    'buyer email',
    'member email',
    'contact email',
  ],
  example: 'ava@example.com',
})
const externalId = (names: readonly string[]): ImportField => ({
  name: 'externalId',
  label: 'Id',
  type: 'text',
  max: 200,
  names: ['id', ...names],
  example: '',
})

export const fieldsOfKind: Readonly<Record<ImportKind, readonly ImportField[]>> = {
  MEMBERS: [
    email('Email'),
    ...person,
    { name: 'nickname', label: 'Nickname', type: 'text', max: 100, names: ['nickname', 'display name'], example: '' },
    {
      name: 'birthdate',
      label: 'Birth date',
      type: 'date',
      names: ['birthdate', 'birth date', 'birthday', 'date of birth', 'dob', 'geburtsdatum', 'geburtstag'],
      example: '1990-04-23',
    },
    { name: 'company', label: 'Company', type: 'text', max: 100, names: ['company', 'organisation', 'organization', 'firma'], example: '' },
    { name: 'jobTitle', label: 'Job title', type: 'text', max: 100, names: ['job title', 'position', 'title'], example: '' },
    {
      name: 'street',
      label: 'Street and number',
      type: 'text',
      max: 200,
      names: [
        'street',
        'street and number',
        'street address',
        'address',
        'address line',
        'address line 1',
        'address 1',
        'address 1 street',
        'strasse',
        'straße',
      ],
      example: '',
    },
    {
      name: 'street2',
      label: 'Address line 2',
      type: 'text',
      max: 140,
      names: ['address line 2', 'address 2', 'address 1 street line 2', 'apartment', 'adresszusatz'],
      example: '',
    },
    { name: 'city', label: 'City', type: 'text', max: 100, names: ['city', 'town', 'suburb', 'address 1 city', 'ort', 'stadt'], example: '' },
    {
      name: 'region',
      label: 'State or region',
      type: 'text',
      max: 50,
      names: ['state or region', 'state', 'region', 'province', 'county', 'state province', 'address 1 state region', 'bundesland'],
      example: '',
    },
    {
      name: 'postalCode',
      label: 'Postal code',
      type: 'text',
      max: 20,
      names: ['postal code', 'postcode', 'zip', 'zip code', 'address 1 zip', 'plz', 'postleitzahl'],
      example: '',
    },
    { name: 'country', label: 'Country', type: 'country', names: ['country', 'address 1 country', 'land'], example: '' },
    {
      name: 'passwordHash',
      label: 'Password hash',
      type: 'text',
      max: 500,
      names: ['password hash', 'passwordhash', 'hashed password', 'encrypted password', 'password digest'],
      example: '',
    },
    { name: 'customField', label: 'Custom field with this name', type: 'text', max: 4000, names: [], example: '' },
  ],
  SERVICES: [
    {
      name: 'name',
      label: 'Service',
      type: 'text',
      max: 400,
      required: true,
      names: ['service', 'service name', 'name', 'title', 'leistung', 'class name', 'appointment type', 'session type'],
      example: 'Swedish massage',
    },
    { name: 'type', label: 'Type', type: 'serviceType', names: ['type', 'service type', 'art'], example: 'Appointment' },
    {
      name: 'duration',
      label: 'Minutes',
      type: 'integer',
      names: ['minutes', 'duration', 'duration minutes', 'duration in minutes', 'length', 'dauer'],
      example: '60',
    },
    { name: 'buffer', label: 'Minutes between', type: 'integer', names: ['minutes between', 'buffer', 'buffer time', 'time between sessions'], example: '0' },
    { name: 'price', label: 'Price', type: 'amount', names: ['price', 'amount', 'default price', 'preis', 'cost'], example: '80' },
    {
      name: 'capacity',
      label: 'Places',
      type: 'integer',
      names: ['places', 'capacity', 'max participants', 'class size', 'max capacity', 'plaetze', 'plätze'],
      example: '',
    },
    { name: 'tagLine', label: 'Tagline', type: 'text', max: 500, names: ['tagline', 'tag line'], example: '' },
    { name: 'description', label: 'Description', type: 'text', max: 7000, names: ['description', 'beschreibung', 'details'], example: '' },
    { name: 'category', label: 'Category', type: 'text', max: 100, names: ['category', 'service category', 'kategorie'], example: '' },
    { name: 'staff', label: 'Staff', type: 'list', names: ['staff', 'staff members', 'staff member', 'team', 'teacher', 'instructor', 'trainer'], example: '' },
    { name: 'visible', label: 'Visible', type: 'yesNo', names: ['visible', 'public', 'is public', 'online booking', 'sichtbar'], example: 'yes' },
    externalId(['service id']),
  ],
  PLANS: [
    {
      name: 'name',
      label: 'Plan',
      type: 'text',
      max: 50,
      required: true,
      names: ['plan', 'plan name', 'name', 'membership', 'membership name', 'pricing option', 'title', 'tarif'],
      example: 'Monthly',
    },
    { name: 'price', label: 'Price', type: 'amount', required: true, names: ['price', 'amount', 'plan price', 'preis', 'cost'], example: '49' },
    {
      name: 'period',
      label: 'Billing',
      type: 'period',
      names: ['billing', 'billing cycle', 'payment frequency', 'recurrence', 'frequency', 'billing period', 'pricing model', 'payment type'],
      example: 'every month',
    },
    { name: 'cycles', label: 'Number of payments', type: 'integer', names: ['number of payments', 'cycles', 'cycle count', 'billing cycles'], example: '' },
    {
      name: 'validFor',
      label: 'Valid for',
      type: 'period',
      names: ['valid for', 'validity', 'plan duration', 'duration', 'expires after', 'gültigkeit'],
      example: '',
    },
    { name: 'trialDays', label: 'Trial days', type: 'integer', names: ['trial days', 'free trial days', 'free trial', 'trial'], example: '' },
    { name: 'description', label: 'Description', type: 'text', max: 450, names: ['description', 'tagline', 'beschreibung'], example: '' },
    { name: 'perks', label: 'Perks', type: 'list', names: ['perks', 'benefits', 'plan perks'], example: '' },
    { name: 'visible', label: 'Visible', type: 'yesNo', names: ['visible', 'public', 'is public', 'sichtbar'], example: 'yes' },
    externalId(['plan id']),
  ],
  ORDERS: [
    email('Email'),
    {
      name: 'plan',
      label: 'Plan',
      type: 'text',
      max: 50,
      required: true,
      names: ['plan', 'plan name', 'membership', 'membership name', 'pricing option', 'item', 'tarif'],
      example: 'Monthly',
    },
    {
      name: 'start',
      label: 'Start',
      type: 'date',
      required: true,
      names: ['start', 'start date', 'plan start date', 'activation date', 'active date', 'purchase date', 'order date', 'beginn'],
      example: '2026-01-15',
    },
    {
      name: 'nextPayment',
      label: 'Next payment',
      type: 'date',
      names: ['next payment', 'next payment date', 'next billing date', 'next charge', 'renewal date', 'renews on', 'autopay date', 'nächste zahlung'],
      example: '2026-12-15',
    },
    {
      name: 'end',
      label: 'End',
      type: 'date',
      names: ['end', 'end date', 'plan end date', 'expiration date', 'expiry date', 'expires', 'valid until', 'valid to', 'ende'],
      example: '',
    },
    { name: 'price', label: 'Price', type: 'amount', names: ['price', 'amount', 'plan price', 'price per cycle', 'recurring amount', 'preis'], example: '49' },
    { name: 'status', label: 'Status', type: 'text', max: 50, names: ['status', 'order status', 'plan status', 'membership status'], example: 'Active' },
    { name: 'payment', label: 'Payment', type: 'text', max: 50, names: ['payment', 'payment status', 'last payment status'], example: 'Paid' },
    { name: 'autoRenew', label: 'Renews', type: 'yesNo', names: ['renews', 'auto renew', 'auto renewal', 'autopay', 'recurring'], example: '' },
    {
      name: 'creditsLeft',
      label: 'Sessions left',
      type: 'integer',
      names: ['sessions left', 'credits left', 'remaining', 'remaining sessions', 'visits remaining', 'credits remaining', 'balance'],
      example: '',
    },
    externalId(['order id', 'order number', 'membership id', 'subscription id']),
  ],
  BOOKINGS: [
    {
      name: 'service',
      label: 'Service',
      type: 'text',
      max: 400,
      required: true,
      names: ['service', 'service name', 'class', 'class name', 'appointment type', 'session', 'session name', 'what', 'leistung'],
      example: 'Swedish massage',
    },
    {
      name: 'start',
      label: 'Start',
      type: 'dateTime',
      names: ['start', 'start time', 'start date', 'booking start time', 'booking start', 'session start', 'starts at', 'begins', 'date and time', 'beginn'],
      example: '2026-12-15 09:00',
    },
    {
      name: 'end',
      label: 'End',
      type: 'dateTime',
      names: ['end', 'end time', 'end date', 'booking end time', 'booking end', 'session end', 'ends at', 'ende'],
      example: '2026-12-15 10:00',
    },
    { name: 'date', label: 'Day', type: 'date', names: ['date', 'day', 'class date', 'appointment date', 'booking date', 'datum'], example: '' },
    {
      name: 'time',
      label: 'Time of day',
      type: 'time',
      names: ['time', 'time of day', 'class time', 'appointment time', 'booking time', 'uhrzeit'],
      example: '',
    },
    { ...email('Email') },
    ...person,
    {
      name: 'staff',
      label: 'With',
      type: 'text',
      max: 200,
      names: ['with', 'staff', 'staff member', 'staff name', 'staff member name', 'teacher', 'instructor', 'trainer', 'calendar', 'provider'],
      example: '',
    },
    {
      name: 'participants',
      label: 'People',
      type: 'integer',
      names: ['people', 'participants', 'group size', 'number of participants', 'spots', 'personen'],
      example: '1',
    },
    { name: 'status', label: 'Status', type: 'text', max: 50, names: ['status', 'booking status'], example: 'Confirmed' },
    { name: 'payment', label: 'Payment', type: 'text', max: 50, names: ['payment', 'payment status', 'paid'], example: 'Not paid' },
    externalId(['booking id', 'appointment id', 'order number', 'order id']),
  ],
}

export const findField = (kind: ImportKind, name: string): ImportField | undefined => fieldsOfKind[kind].find((field) => field.name === name)
