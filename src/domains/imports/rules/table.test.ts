/** From bytes to rows: encoding, separator, names of columns, mapping, and that nothing is lost between our own exports and an import. */
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseCell, toCsv } from '#kit/pure/csv.ts'
import { fieldsOfKind, importKinds } from './fields.ts'
import { describeMappingProblem, detectPreset, findMappingProblems, guessMapping, toPlainName } from './mapping.ts'
import { createReason } from './reasons.ts'
import { getRowKey, readRow } from './read-row.ts'
import { createEncodingWatch, detectSeparator, isBinary, nameColumns } from './table-text.ts'

const zone = 'Europe/Berlin'

describe('the text of a table', () => {
  const readEncoding = (...chunks: Uint8Array[]) => {
    const watch = createEncodingWatch()
    for (const chunk of chunks) watch.see(chunk)
    return watch.result()
  }
  test('its encoding is seen by the mark, or by what can be read', () => {
    expect(readEncoding(Buffer.from('\uFEFFä'))).toBe('utf-8')
    expect(readEncoding(Buffer.from('Märä'))).toBe('utf-8')
    // A letter that is cut between two pieces is one letter.
    expect(readEncoding(Buffer.from([0x4d, 0xc3]), Buffer.from([0xa4]))).toBe('utf-8')
    expect(readEncoding(Buffer.from('Märä', 'latin1'))).toBe('windows-1252')
    expect(readEncoding(Buffer.from([0x4d, 0xc3]))).toBe('windows-1252')
    expect(readEncoding(Buffer.from('\uFEFFä', 'utf16le'))).toBe('utf-16le')
    expect(readEncoding(Buffer.from([0xfe, 0xff, 0, 0x41]))).toBe('utf-16be')
  })
  test('a workbook is no table', () => {
    expect(isBinary(Buffer.from('PK\u0003\u0004\u0000'))).toBe(true)
    expect(isBinary(Buffer.from('\uFEFFa', 'utf16le'))).toBe(false)
    expect(isBinary(Buffer.from('Email\n'))).toBe(false)
  })
  test.each([
    ['a,b,c', ','],
    ['a;b,c;d', ';'],
    ['"a;b;c;d",e,f', ','],
    ['\uFEFF\na\tb\n;;;;', '\t'],
    ['a|b', '|'],
    ['Email', ','],
  ])('the separator of %j is %j', (text, expected) => expect(detectSeparator(text)).toBe(expected))
  test('every column has a name of its own', () =>
    expect(nameColumns(['Email', ' Email ', '', 'Email'])).toEqual(['Email', 'Email (2)', 'Column 3', 'Email (3)']))
})

describe('what columns mean', () => {
  test('every kind finds the columns of its own empty table', () => {
    for (const kind of importKinds) {
      const columns = fieldsOfKind[kind].filter(({ name }) => name !== 'customField').map(({ label }) => label)
      const mapping = guessMapping(kind, columns, 'OTHER')
      for (const { name, label } of fieldsOfKind[kind]) if (name !== 'customField') expect(mapping[label], `${kind} ${label}`).toBe(name)
      expect(findMappingProblems(kind, columns, mapping)).toEqual([])
    }
  })
  test('no column name means two things', () => {
    for (const kind of importKinds) {
      const names = fieldsOfKind[kind].flatMap((field) => field.names)
      expect(
        names.filter((name, place) => names.indexOf(name) !== place),
        kind,
      ).toEqual([])
      for (const name of names) expect(toPlainName(name)).toBe(name)
    }
  })
  test('a field is given once; custom fields are found by their names', () => {
    expect(guessMapping('MEMBERS', ['Email', 'E-mail', 'Belt', 'Shoe'], 'OTHER', ['belt'])).toEqual({
      Email: 'email',
      'E-mail': 'ignore',
      Belt: 'customField',
      Shoe: 'ignore',
    })
  })
  test.each([
    ['MEMBERS', ['Email', 'Nickname', 'Member since', 'Last sign-in'], 'ATRIUM'],
    ['ORDERS', ['Name', 'Email', 'Plan', 'Next payment', 'Sold', 'Bought on', 'Id'], 'ATRIUM'],
    ['BOOKINGS', ['Service', 'Start', 'Attendance', 'Booked on'], 'ATRIUM'],
    ['BOOKINGS', ['Booking Start Time', 'Service Name', 'Order Number'], 'WIX'],
    ['ORDERS', ['Client', 'Pricing Option', 'Activation Date'], 'MINDBODY'],
    ['BOOKINGS', ['Session name', 'Customer email'], 'MOMENCE'],
    ['MEMBERS', ['mail', 'who'], 'OTHER'],
  ] as const)('%s with %j is from %s', (kind, columns, expected) => expect(detectPreset(kind, columns)).toBe(expected))
  test.each([
    ['MEMBERS', 'Prénom;Nom;E-mail;Téléphone;Date de naissance;Ville', 'firstName lastName email phone birthdate city'],
    ['MEMBERS', 'Nombre;Apellidos;Correo electrónico;Móvil;Dirección;Código postal', 'firstName lastName email phone street postalCode'],
    ['SERVICES', 'Prestation;Type de prestation;Durée (min);Prix;Catégorie;Niveau', 'name type duration price category level'],
    ['SERVICES', 'Servicio;Tipo;Duración;Precio;Plazas;Nivel', 'name type duration price capacity level'],
    ['SERVICES', 'Leistung;Typ;Dauer;Preis;Mitarbeiter;Niveau', 'name type duration price staff level'],
    ['PLANS', 'Forfait;Prix;Périodicité;Durée', 'name price period validFor'],
    ['PLANS', 'Bono;Precio;Facturación;Validez', 'name price period validFor'],
    ['ORDERS', 'E-mail;Abonnement;Date de début;Prochaine échéance;Statut', 'email plan start nextPayment status'],
    ['ORDERS', 'Correo;Bono;Fecha de inicio;Próximo pago;Estado', 'email plan start nextPayment status'],
    ['BOOKINGS', 'Cours;Date et heure;E-mail;Prénom;Nom;Personnes', 'service start email firstName lastName participants'],
    ['BOOKINGS', 'Clase;Fecha;Hora;Correo;Nombre;Apellidos;Con', 'service date time email firstName lastName staff'],
  ] as const)('%s: the columns %s are %s', (kind, columns, expected) => {
    expect(Object.values(guessMapping(kind, columns.split(';'), 'OTHER')).join(' ')).toBe(expected)
  })
  test('what is needed and not there is named', () => {
    const findTexts = (...given: Parameters<typeof findMappingProblems>) => findMappingProblems(...given).map(describeMappingProblem)
    expect(findTexts('BOOKINGS', ['Mail', 'What', 'Day'], { Mail: 'email', What: 'service', Day: 'date' })).toEqual([
      'no column for “Start”, or for “Day” and “Time of day”',
    ])
    expect(findTexts('MEMBERS', ['Mail'], { Mail: 'ignore' })).toEqual(['no column for “Email”'])
    expect(findMappingProblems('MEMBERS', ['Mail'], { Mail: 'email', Gone: 'name' })).toEqual([{ reason: 'UNKNOWN', name: 'Gone' }])
  })
})

describe('rows', () => {
  const read = (kind: (typeof importKinds)[number], columns: string[], cells: string[]) =>
    readRow(kind, columns, cells, { mapping: guessMapping(kind, columns, 'OTHER'), dateOrder: 'DMY', zone })

  test('every problem of a row is named with its column', () =>
    expect(read('MEMBERS', ['Email', 'Birthday', 'First name', 'Password hash'], ['x', '30.02.1990', 'a'.repeat(101), 'plain'])).toEqual({
      values: {},
      problems: [
        { column: 'Email', reason: createReason('NOT_AN_EMAIL', { value: 'x' }) },
        { column: 'Birthday', reason: createReason('NOT_A_DATE', { value: '30.02.1990' }) },
        { column: 'First name', reason: createReason('TOO_LONG', { max: 100 }) },
        { column: 'Password hash', reason: createReason('UNKNOWN_PASSWORD_HASH') },
      ],
    }))
  test('a full name is parted; day and time of day make a start', () => {
    expect(read('MEMBERS', ['Email', 'Name'], ['a@b.example', 'Ana María Vale']).values).toEqual({
      email: 'a@b.example',
      firstName: 'Ana María',
      lastName: 'Vale',
    })
    expect(read('BOOKINGS', ['Email', 'Service', 'Date', 'Time'], ['a@b.example', 'Yoga', '15/12/2026', '6 PM'])).toMatchObject({
      values: { start: '2026-12-15T17:00:00Z' },
      problems: [],
    })
    expect(read('BOOKINGS', ['Email', 'Service', 'Date', 'Time'], ['a@b.example', 'Yoga', '15/12/2026', '']).problems).toEqual([
      { reason: createReason('VALUE_MISSING', { field: 'start' }) },
    ])
  })
  test('an id of the other system tells rows apart better than anything else', () => {
    expect(getRowKey('ORDERS', { email: 'A@B.example', plan: 'Monthly', start: '2026-01-01' })).toBe('a@b.example monthly 2026-01-01')
    expect(getRowKey('ORDERS', { email: 'a@b.example', plan: 'Monthly', start: '2026-01-01', externalId: '7' })).toBe('id 7')
    expect(getRowKey('MEMBERS', { email: 'A@b.example', externalId: '7' })).toBe('a@b.example')
  })

  test('whatever our own exports write comes back as the same cells', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('=1+1', "'=x", "''+49", '-5', '@home', 'a,b', 'a;b', '"q"', 'l1\nl2', '\t', ' x ', "'"),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 5 }), (rows) => {
        const text = toCsv(
          ['One', 'Two', 'Three'],
          rows.map((row) => [...row]),
        )
        const parsed = parse(text, { bom: true, delimiter: detectSeparator(text), relaxColumnCount: true, relaxQuotes: true }) as unknown as string[][]
        expect(parsed.slice(1).map((row) => row.map(parseCell))).toEqual(rows)
      }),
      { numRuns: 300 },
    )
  })
})
