/** What can be imported, and what the columns of a file may mean. The screen, the mapping and the reading of rows follow this table. */
// In the order in which they are imported: each refers to those before it.
export const importKinds = ['MEMBERS', 'SERVICES', 'PLANS', 'ORDERS', 'BOOKINGS'] as const
export type ImportKind = (typeof importKinds)[number]

/** How a cell is read; see `read-row.ts`. */
export type ValueType =
  | 'text'
  | 'email'
  | 'date'
  | 'dateTime'
  | 'time'
  | 'amount'
  | 'integer'
  | 'yesNo'
  | 'period'
  | 'serviceType'
  | 'serviceLevel'
  | 'list'
  | 'country'

export interface ImportField {
  name: string
  /** As the dashboard names it, and as the column of an empty table is called. */
  label: string
  type: ValueType
  /** Greatest number of characters; of the domain that owns the value. */
  max?: number
  /** A row without it cannot come. */
  required?: true
  /** Column names of other systems that mean it, in the languages of the product, in lower case and without punctuation. */
  names: readonly string[]
  example: string
}

/** The names in a text, parted by commas. */
const toNames = (text: string): string[] => text.split(',').map((name) => name.trim())

const person: readonly ImportField[] = [
  {
    name: 'name',
    label: 'Full name',
    type: 'text',
    max: 200,
    names: toNames(`
      name, full name, client name, customer name, client, customer, member, member name, buyer name, vollständiger name, kunde,
      kundin, nom complet, nom et prénom, client nom, nombre completo, nombre y apellidos, cliente`),
    example: '',
  },
  {
    name: 'firstName',
    label: 'First name',
    type: 'text',
    max: 100,
    names: toNames(`
      first name, firstname, given name, forename, vorname, prénom, prenom, nombre, client first name, customer first name,
      nombre de pila`),
    example: 'Ava',
  },
  {
    name: 'lastName',
    label: 'Last name',
    type: 'text',
    max: 100,
    names: toNames(`
      last name, lastname, surname, family name, nachname, nom, nom de famille, apellido, apellidos, client last name,
      customer last name`),
    example: 'Berg',
  },
  {
    name: 'phone',
    label: 'Phone',
    type: 'text',
    max: 50,
    names: toNames(`
      phone, phone number, mobile, mobile phone, cell phone, phone 1, telephone, telefon, handy, téléphone, portable, teléfono, móvil,
      client phone, customer phone, telefonnummer, mobil, mobiltelefon, numéro de téléphone, tél, número de teléfono, telefono,
      celular, movil`),
    example: '+49 30 123456',
  },
]
const email = (label: string): ImportField => ({
  name: 'email',
  label,
  type: 'email',
  required: true,
  max: 254,
  names: toNames(`
    email, e mail, login email, email address, email 1, mail, customer email, client email, buyer email, member email, contact email,
    adresse e mail, courriel, correo, correo electrónico, e mail adresse, email adresse, mailadresse, adresse email,
    adresse électronique, correo electronico, dirección de correo`),
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
    {
      name: 'nickname',
      label: 'Nickname',
      type: 'text',
      max: 100,
      names: toNames('nickname, display name, spitzname, anzeigename, surnom, pseudo, pseudonyme, apodo, alias'),
      example: '',
    },
    {
      name: 'birthdate',
      label: 'Birth date',
      type: 'date',
      names: toNames(`
        birthdate, birth date, birthday, date of birth, dob, geburtsdatum, geburtstag, date de naissance, fecha de nacimiento, né le,
        née le, anniversaire, fecha nacimiento, cumpleaños, nacimiento`),
      example: '1990-04-23',
    },
    {
      name: 'company',
      label: 'Company',
      type: 'text',
      max: 100,
      names: toNames('company, organisation, organization, firma, entreprise, société, empresa, unternehmen, compañía, compañia'),
      example: '',
    },
    {
      name: 'jobTitle',
      label: 'Job title',
      type: 'text',
      max: 100,
      names: toNames('job title, position, title, beruf, funktion, fonction, poste, profession, cargo, puesto'),
      example: '',
    },
    {
      name: 'street',
      label: 'Street and number',
      type: 'text',
      max: 200,
      names: toNames(`
        street, street and number, street address, address, address line, address line 1, address 1, address 1 street, strasse, straße,
        adresse, rue, dirección, calle, strasse und hausnummer, straße und hausnummer, anschrift, direccion, calle y número, domicilio,
        adresse postale`),
      example: '',
    },
    {
      name: 'street2',
      label: 'Address line 2',
      type: 'text',
      max: 140,
      names: toNames(`
        address line 2, address 2, address 1 street line 2, apartment, adresszusatz, complément d adresse, adresse ligne 2, dirección 2,
        complemento de dirección, piso`),
      example: '',
    },
    {
      name: 'city',
      label: 'City',
      type: 'text',
      max: 100,
      names: toNames('city, town, suburb, address 1 city, ort, stadt, ville, ciudad, wohnort, localité, commune, población, localidad, municipio'),
      example: '',
    },
    {
      name: 'region',
      label: 'State or region',
      type: 'text',
      max: 50,
      names: toNames(`
        state or region, state, region, province, county, state province, address 1 state region, bundesland, kanton, région,
        département, canton, provincia, región, comunidad autónoma, estado`),
      example: '',
    },
    {
      name: 'postalCode',
      label: 'Postal code',
      type: 'text',
      max: 20,
      names: toNames('postal code, postcode, zip, zip code, address 1 zip, plz, postleitzahl, code postal, código postal, cp, codigo postal'),
      example: '',
    },
    { name: 'country', label: 'Country', type: 'country', names: toNames('country, address 1 country, land, pays, país, staat, pais'), example: '' },
    {
      name: 'passwordHash',
      label: 'Password hash',
      type: 'text',
      max: 500,
      names: toNames('password hash, passwordhash, hashed password, encrypted password, password digest'),
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
      names: toNames(`
        service, service name, name, title, leistung, class name, appointment type, session type, angebot, kurs, bezeichnung, prestation,
        cours, nom, nom du service, nom de la prestation, intitulé, servicio, nombre, nombre del servicio, clase`),
      example: 'Swedish massage',
    },
    {
      name: 'type',
      label: 'Type',
      type: 'serviceType',
      names: toNames('type, service type, art, typ, type de service, type de prestation, tipo, tipo de servicio'),
      example: 'Appointment',
    },
    {
      name: 'duration',
      label: 'Minutes',
      type: 'integer',
      names: toNames(`
        minutes, duration, duration minutes, duration in minutes, length, dauer, minuten, dauer in minuten, durée, durée en minutes,
        duración, duración en minutos, minutos`),
      example: '60',
    },
    {
      name: 'buffer',
      label: 'Minutes between',
      type: 'integer',
      names: toNames(`
        minutes between, buffer, buffer time, time between sessions, puffer, pufferzeit, temps entre les séances, battement, pause,
        tiempo entre sesiones, margen`),
      example: '0',
    },
    {
      name: 'price',
      label: 'Price',
      type: 'amount',
      names: toNames('price, amount, default price, preis, cost, betrag, prix, tarif, precio, importe, tarifa'),
      example: '80',
    },
    {
      name: 'capacity',
      label: 'Places',
      type: 'integer',
      names: toNames(`
        places, capacity, max participants, class size, max capacity, plaetze, plätze, kapazität, teilnehmer, capacité, participants max,
        plazas, capacidad, aforo`),
      example: '',
    },
    {
      name: 'tagLine',
      label: 'Tagline',
      type: 'text',
      max: 500,
      names: toNames('tagline, tag line, untertitel, accroche, sous titre, eslogan, subtítulo'),
      example: '',
    },
    {
      name: 'description',
      label: 'Description',
      type: 'text',
      max: 7000,
      names: toNames('description, beschreibung, details, descripción, descripcion, détails, detalles'),
      example: '',
    },
    {
      name: 'category',
      label: 'Category',
      type: 'text',
      max: 100,
      names: toNames('category, service category, kategorie, catégorie, categorie, categoría, categoria'),
      example: '',
    },
    {
      name: 'staff',
      label: 'Staff',
      type: 'list',
      names: toNames(`
        staff, staff members, staff member, team, teacher, instructor, trainer, mitarbeiter, mitarbeitende, lehrer, kursleitung, équipe,
        personnel, intervenant, professeur, enseignant, equipo, personal, profesor, profesora, instructora, monitor`),
      example: '',
    },
    {
      name: 'visible',
      label: 'Visible',
      type: 'yesNo',
      names: toNames('visible, public, is public, online booking, sichtbar, öffentlich, publique, en ligne, público, publico, en línea'),
      example: 'yes',
    },
    {
      name: 'level',
      label: 'Level',
      type: 'serviceLevel',
      names: toNames('level, difficulty, class level, niveau, schwierigkeit, stufe, difficulté, nivel, dificultad'),
      example: '',
    },
    externalId(['service id']),
  ],
  PLANS: [
    {
      name: 'name',
      label: 'Plan',
      type: 'text',
      max: 50,
      required: true,
      names: toNames(`
        plan, plan name, name, membership, membership name, pricing option, title, tarif, mitgliedschaft, abo, abonnement, bezeichnung,
        forfait, formule, carte, nom, nom du forfait, abono, bono, tarifa, membresía, nombre, nombre del plan`),
      example: 'Monthly',
    },
    {
      name: 'price',
      label: 'Price',
      type: 'amount',
      required: true,
      names: toNames('price, amount, plan price, preis, cost, betrag, prix, montant, precio, importe'),
      example: '49',
    },
    {
      name: 'period',
      label: 'Billing',
      type: 'period',
      names: toNames(`
        billing, billing cycle, payment frequency, recurrence, frequency, billing period, pricing model, payment type, abrechnung,
        zahlungsrhythmus, turnus, facturation, périodicité, fréquence, facturación, periodicidad, frecuencia`),
      example: 'every month',
    },
    {
      name: 'cycles',
      label: 'Number of payments',
      type: 'integer',
      names: toNames(`
        number of payments, cycles, cycle count, billing cycles, anzahl zahlungen, nombre de paiements, nombre d échéances,
        número de pagos, número de cuotas`),
      example: '',
    },
    {
      name: 'validFor',
      label: 'Valid for',
      type: 'period',
      names: toNames(`
        valid for, validity, plan duration, duration, expires after, gültigkeit, laufzeit, gültig für, dauer, durée, validité, valable,
        duración, validez, vigencia`),
      example: '',
    },
    {
      name: 'trialDays',
      label: 'Trial days',
      type: 'integer',
      names: toNames('trial days, free trial days, free trial, trial, probetage, jours d essai, essai gratuit, días de prueba, prueba gratuita'),
      example: '',
    },
    {
      name: 'description',
      label: 'Description',
      type: 'text',
      max: 450,
      names: ['description', 'tagline', 'beschreibung', 'descripción', 'descripcion'],
      example: '',
    },
    {
      name: 'perks',
      label: 'Perks',
      type: 'list',
      names: toNames('perks, benefits, plan perks, vorteile, leistungen, avantages, ventajas, beneficios'),
      example: '',
    },
    {
      name: 'visible',
      label: 'Visible',
      type: 'yesNo',
      names: toNames('visible, public, is public, sichtbar, öffentlich, publique, público, publico'),
      example: 'yes',
    },
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
      names: toNames(`
        plan, plan name, membership, membership name, pricing option, item, tarif, mitgliedschaft, abo, abonnement, forfait, formule,
        carte, abono, bono, tarifa, membresía`),
      example: 'Monthly',
    },
    {
      name: 'start',
      label: 'Start',
      type: 'date',
      required: true,
      names: toNames(`
        start, start date, plan start date, activation date, active date, purchase date, order date, beginn, startdatum, kaufdatum,
        début, date de début, date d achat, inicio, fecha de inicio, fecha de compra`),
      example: '2026-01-15',
    },
    {
      name: 'nextPayment',
      label: 'Next payment',
      type: 'date',
      names: toNames(`
        next payment, next payment date, next billing date, next charge, renewal date, renews on, autopay date, nächste zahlung,
        nächste abbuchung, nächste rechnung, prochain paiement, prochaine échéance, prochain prélèvement, próximo pago, próximo cobro,
        fecha de renovación`),
      example: '2026-12-15',
    },
    {
      name: 'end',
      label: 'End',
      type: 'date',
      names: toNames(`
        end, end date, plan end date, expiration date, expiry date, expires, valid until, valid to, ende, enddatum, gültig bis,
        ablaufdatum, fin, date de fin, date d expiration, valable jusqu au, fecha de fin, fecha de vencimiento, válido hasta, caduca`),
      example: '',
    },
    {
      name: 'price',
      label: 'Price',
      type: 'amount',
      names: toNames('price, amount, plan price, price per cycle, recurring amount, preis, betrag, prix, montant, precio, importe'),
      example: '49',
    },
    {
      name: 'status',
      label: 'Status',
      type: 'text',
      max: 50,
      names: toNames('status, order status, plan status, membership status, zustand, statut, état, estado'),
      example: 'Active',
    },
    {
      name: 'payment',
      label: 'Payment',
      type: 'text',
      max: 50,
      names: toNames('payment, payment status, last payment status, zahlung, zahlungsstatus, paiement, statut du paiement, pago, estado del pago'),
      example: 'Paid',
    },
    {
      name: 'autoRenew',
      label: 'Renews',
      type: 'yesNo',
      names: toNames(`
        renews, auto renew, auto renewal, autopay, recurring, automatische verlängerung, verlängert sich, renouvellement automatique,
        renovación automática`),
      example: '',
    },
    {
      name: 'creditsLeft',
      label: 'Sessions left',
      type: 'integer',
      names: toNames(`
        sessions left, credits left, remaining, remaining sessions, visits remaining, credits remaining, balance, guthaben, verbleibend,
        restliche termine, séances restantes, crédits restants, solde, sesiones restantes, créditos restantes, saldo`),
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
      names: toNames(`
        service, service name, class, class name, appointment type, session, session name, what, leistung, kurs, termin, angebot,
        prestation, cours, séance, servicio, clase, sesión`),
      example: 'Swedish massage',
    },
    {
      name: 'start',
      label: 'Start',
      type: 'dateTime',
      names: toNames(`
        start, start time, start date, booking start time, booking start, session start, starts at, begins, date and time, beginn,
        startzeit, beginnt, début, date de début, heure de début, date et heure, inicio, fecha de inicio, hora de inicio, fecha y hora`),
      example: '2026-12-15 09:00',
    },
    {
      name: 'end',
      label: 'End',
      type: 'dateTime',
      names: toNames(`
        end, end time, end date, booking end time, booking end, session end, ends at, ende, endzeit, endet, fin, date de fin,
        heure de fin, fecha de fin, hora de fin`),
      example: '2026-12-15 10:00',
    },
    {
      name: 'date',
      label: 'Day',
      type: 'date',
      names: toNames('date, day, class date, appointment date, booking date, datum, tag, jour, date du cours, date du rendez vous, fecha, día, dia'),
      example: '',
    },
    {
      name: 'time',
      label: 'Time of day',
      type: 'time',
      names: toNames('time, time of day, class time, appointment time, booking time, uhrzeit, zeit, heure, horaire, hora, horario'),
      example: '',
    },
    { ...email('Email') },
    ...person,
    {
      name: 'staff',
      label: 'With',
      type: 'text',
      max: 200,
      names: toNames(`
        with, staff, staff member, staff name, staff member name, teacher, instructor, trainer, calendar, provider, mit, mitarbeiter,
        lehrer, kursleitung, avec, intervenant, professeur, enseignant, con, profesor, profesora, instructora, profesional`),
      example: '',
    },
    {
      name: 'participants',
      label: 'People',
      type: 'integer',
      names: toNames(`
        people, participants, group size, number of participants, spots, personen, teilnehmer, anzahl personen, personnes,
        nombre de personnes, personas, participantes, número de personas`),
      example: '1',
    },
    { name: 'status', label: 'Status', type: 'text', max: 50, names: ['status', 'booking status', 'statut', 'état', 'estado'], example: 'Confirmed' },
    {
      name: 'payment',
      label: 'Payment',
      type: 'text',
      max: 50,
      names: toNames('payment, payment status, paid, zahlung, bezahlt, paiement, payé, pago, pagado, statut du paiement, estado del pago'),
      example: 'Not paid',
    },
    externalId(['booking id', 'appointment id', 'order number', 'order id']),
  ],
}

export const findField = (kind: ImportKind, name: string): ImportField | undefined => fieldsOfKind[kind].find((field) => field.name === name)
